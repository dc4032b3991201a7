import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles } from "#app/db/schema/account.ts";
import { bookingLinks } from "#app/emails/links.server.ts";
import { openCookies } from "#app/http/cookies.ts";
import { action, loader } from "#app/routes/_site.bookings.$id.feedback/route.tsx";
import { openClub } from "#tests/support/club.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { createCity, signUpDiner, testCity } from "#tests/support/events.ts";
import { parsePage, readAlerts, readHeading, readPageText } from "#tests/support/html.ts";
import {
  dineTogether,
  openFeedback,
  type PastDiner,
  readFeedback,
  send,
} from "#tests/support/past-dinners.ts";

const club = openClub();
const minuteMs = 60_000;
const dayMs = 86_400_000;

test("opens to the diner who is signed in, and to nobody else without the link", async () => {
  const { diners } = await dineTogether(club, ["Anna", "Bence"]);
  const { Anna, Bence } = diners;
  const stranger = await signUpDiner(club);
  const path = `/bookings/${Anna.bookingId}/feedback`;
  expect(readHeading(await parsePage(await Anna.get(path)))).toBe("How was it, Anna?");
  expect((await Anna.post(path, { rating: "5" })).status).toBe(302);
  expect(await readFeedback(club, Anna)).toMatchObject({ said: { rating: 5 } });
  for (const who of [Bence, stranger]) {
    expect((await who.get(path)).status).toBe(404);
    expect((await who.post(path, { rating: "1" })).status).toBe(404);
  }
  expect((await club.fetch(path)).status).toBe(404);
  expect(await readFeedback(club, Anna)).toMatchObject({ said: { rating: 5 } });
  expect((await Anna.get("/bookings/nothing/feedback")).status).toBe(404);
});

test("refuses a link that is for another booking or use, altered or cut off", async () => {
  const { diners, date } = await dineTogether(club, ["Anna", "Bence"]);
  const { Anna, Bence } = diners;
  const links = bookingLinks(emailEnv, {
    bookingId: Anna.bookingId,
    date: new Date(Date.now() + dayMs),
    timeZone: "UTC",
  });
  const guessed = { SITE_URL: "http://x", SESSION_SECRET: "guessed" } as Env;
  const { feedback: forgedLink } = bookingLinks(guessed, {
    bookingId: Anna.bookingId,
    date,
    timeZone: testCity.timeZone,
  });
  const forged = [
    Anna.link.replace(Anna.bookingId, Bence.bookingId),
    Anna.link.replace(/until=\d+/, `until=${Date.now() + 1e12}`),
    Anna.link.slice(0, -2),
    links.cancel.replace("/cancel", "/feedback"),
    links.calendar.replace("/calendar.ics", "/feedback"),
    forgedLink,
  ].map((link) => new URL(link, club.url).href.replace(/^https?:\/\/[^/]+/, ""));
  for (const link of forged) {
    expect((await club.fetch(link)).status, link).toBe(404);
    expect((await send(club, { link }, new URLSearchParams({ rating: "1" }))).status, link).toBe(404);
  }
  for (const link of [
    Anna.link.replace("/feedback", "/cancel"),
    Anna.link.replace("/feedback", "/calendar.ics"),
  ])
    expect((await club.fetch(link)).status, link).toBe(404);
  expect(await readFeedback(club, Anna)).toEqual({ said: undefined, wished: [], avoided: [] });
});

/** The page and its form at a time of choice, with the diner's link. */
function openAt(diner: PastDiner, now: Date) {
  const run = async (init: RequestInit) => {
    const request = new Request(`https://oten.example${diner.link}`, init);
    const cookies = await openCookies(request, emailEnv);
    const context = { env: emailEnv, db: club.db, now, cookies, timeZone: "UTC" };
    return { request, params: { id: diner.bookingId }, context } as unknown as LoaderFunctionArgs;
  };
  return {
    read: async () => ((await (await loader(await run({}))).json()) as { state: string }).state,
    send: async (fields: Record<string, string>) => {
      const response = await action(await run({ method: "POST", body: new URLSearchParams(fields) }));
      return (response.headers.get("Location") ?? "").includes("sent=1");
    },
  };
}

test.each([
  ["Europe/Budapest", "2026-11-20T18:00:00Z", "2026-11-21T10:00:00Z"],
  ["Europe/Budapest", "2026-10-17T17:00:00Z", "2026-10-18T09:00:00Z"],
  ["Asia/Tokyo", "2026-11-20T10:00:00Z", "2026-11-21T02:00:00Z"],
])(
  "takes answers from 11 on the next day until two weeks later, in %s after %s",
  async (timeZone, date, opens) => {
    const cityId = await createCity(club, { timeZone });
    const { diners } = await dineTogether(club, ["Anna", "Bence"], { date: new Date(date), cityId });
    const { Anna } = diners;
    const opensAt = new Date(opens).getTime();
    const closesAt = opensAt + 14 * dayMs;
    const at = (time: number) => openAt(Anna, new Date(time));

    expect(await at(opensAt - minuteMs).read()).toBe("early");
    expect(await at(opensAt - 1).send({ rating: "1" })).toBe(false);
    expect((await readFeedback(club, Anna)).said).toBeUndefined();
    expect(await at(opensAt).read()).toBe("open");
    expect(await at(opensAt).send({ rating: "2" })).toBe(true);
    expect(await at(closesAt - 1).read()).toBe("open");
    expect(await at(closesAt - 1).send({ rating: "3" })).toBe(true);
    expect(await at(closesAt).read()).toBe("over");
    expect(await at(closesAt).send({ rating: "4" })).toBe(false);
    expect((await readFeedback(club, Anna)).said?.rating).toBe(3);
  },
);

test("an expired link says that the time is over", async () => {
  const { diners } = await dineTogether(club, ["Anna", "Bence"], { date: new Date(Date.now() - 20 * dayMs) });
  const response = await club.fetch(diners.Anna.link);
  expect(response.status).toBe(200);
  expect(await readPageText(response)).toMatch(
    /The questions are closed, but we’d still love to hear from you/,
  );
  const late = await send(
    club,
    diners.Anna,
    new URLSearchParams({ rating: "5", note: "The bread\nwas good.", line: "@anna" }),
  );
  expect(late.status).toBe(409);
  expectText(await parsePage(late), ["The bread\nwas good.", "@anna"]);
  expect((await readFeedback(club, diners.Anna)).said).toBeUndefined();
});

/** What was not saved is shown, so that it can be copied. */
function expectText(page: Awaited<ReturnType<typeof parsePage>>, texts: string[]) {
  expect(readAlerts(page)).toEqual(["What you wrote was not saved. You can copy it here."]);
  expect(page.querySelectorAll("textarea[readonly]").map((area) => area.text.trim())).toEqual([
    texts.join("\n"),
  ]);
}

test("shows photos to everybody who has the link, and to nobody with another", async () => {
  const { diners } = await dineTogether(club, ["Anna", "Bence"]);
  const { Anna, Bence } = diners;
  const file = `${crypto.randomUUID()}.png`;
  const key = `${Bence.userId}/${file}`;
  await (await club.worker.getR2Bucket("AVATARS")).put(key, "a photo");
  await club.db
    .update(profiles)
    .set({ avatarUrl: key })
    .where(and(eq(profiles.id, Bence.userId)));
  const src =
    (await openFeedback(club, Anna))
      .querySelector("form img")
      ?.getAttribute("src")
      ?.replaceAll("&amp;", "&") ?? "";
  const type = async (path: string) => {
    const response = await club.fetch(path);
    await response.body?.cancel();
    return response.headers.get("Content-Type");
  };
  expect(src).toContain(`/avatars/${file}?booking=${Anna.bookingId}`);
  expect(await type(src)).toBe("image/png");
  for (const path of [
    `/avatars/${file}`,
    src.replace(/until=\d+/, "until=9999999999999"),
    src.replace(Anna.bookingId, Bence.bookingId),
    `/avatars/${file}?booking=${Anna.bookingId}&${Anna.link.split("?")[1]}`,
  ])
    expect(await type(path), path).toBe("image/svg+xml");
  // Signed in, the page needs no key.
  const own = await parsePage(await Anna.get(`/bookings/${Anna.bookingId}/feedback`));
  expect(own.querySelector("form img")?.getAttribute("src")).toBe(`/avatars/${file}`);
});
