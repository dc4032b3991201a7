import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { absences } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { mutualWishes } from "#app/db/schema/feedback.ts";
import { openCookies } from "#app/http/cookies.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { action } from "#app/routes/_site.bookings.$id.feedback/route.tsx";
import { openClub } from "#tests/support/club.ts";
import { dumpClub, expectNoChange } from "#tests/support/dump-club.ts";
import { emailEnv } from "#tests/support/emails.ts";
import {
  findLinks,
  parsePage,
  readAlerts,
  readHeading,
  readPageText,
  readText,
} from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import {
  answer,
  dineTogether,
  fillIn,
  openFeedback,
  type PastDiner,
  readFeedback,
  send,
} from "#tests/support/past-dinners.ts";
import { waitForEmails } from "#tests/support/seated-diners.ts";
import { wrapDatabase } from "#tests/support/wrap-database.ts";

const club = openClub();
const minuteMs = 60_000;
const dayMs = 86_400_000;

test("saves what a diner says, without a sign-in, and shows it again for changes", async () => {
  const { diners, eventId } = await dineTogether(club, ["Anna", "Bence", "Cili", "Dani", "Elza"]);
  const { Anna, Bence, Cili } = diners;
  const page = await openFeedback(club, Anna);
  expect(readHeading(page)).toBe("How was it, Anna?");
  expect(readText(page)).toMatch(/table \d+/);
  expect(page.querySelectorAll("[checked]").map((input) => input.getAttribute("value"))).toEqual(["email"]);
  expect(page.querySelectorAll("label:has(input[name=again]) b").map((name) => name.text)).toEqual([
    "Bence",
    "Cili",
    "Dani",
    "Elza",
  ]);

  const response = await answer(club, Anna, {
    rating: 4,
    again: ["Bence"],
    contact: "line",
    line: "  @anna\u202e on Signal ",
    sameTable: true,
    not: ["Cili"],
    note: "Louder music.\r\nAnd more bread.\u0000",
  });
  expect(response.status).toBe(302);
  const thanks = await parsePage(await club.fetch(response.headers.get("Location") ?? ""));
  expect(readHeading(thanks)).toBe("Thank you, Anna");
  expect(readText(thanks)).toMatch(
    /If Bence says yes, too, you both get an email, \w+.*, 6:00.PM at the earliest\./,
  );
  expect(findLinks(thanks, "change your answers")[0]?.getAttribute("href")?.replaceAll("&amp;", "&")).toBe(
    Anna.link,
  );

  const { said, wished, avoided } = await readFeedback(club, Anna);
  expect(said).toMatchObject({
    rating: 4,
    contact: "@anna  on Signal".replace("  ", " "),
    note: "Louder music.\nAnd more bread.",
  });
  expect(wished).toMatchObject([{ otherBookingId: Bence.bookingId, wantsSameTable: true }]);
  expect(avoided).toMatchObject([{ otherId: Cili.userId, byOperator: false, eventId }]);

  const again = await openFeedback(club, Anna);
  const checked = again.querySelectorAll("[checked]").map((input) => input.getAttribute("name"));
  expect(checked).toEqual(["again", "contact", "sameTable", "rating", "not"]);
  expect(again.querySelector("input[name=rating][checked]")?.getAttribute("value")).toBe("4");
  expect(again.querySelector("textarea")?.text).toContain("And more bread.");

  // The last answers count, and everything can be taken back.
  await answer(club, Anna, { rating: 2, not: ["Bence"] });
  expect(await readFeedback(club, Anna)).toMatchObject({
    said: { rating: 2, note: null, contact: null, firstAnsweredAt: said?.firstAnsweredAt },
    wished: [],
    avoided: [{ otherId: Bence.userId }],
  });
  await answer(club, Anna, {});
  expect(await readFeedback(club, Anna)).toMatchObject({ said: { rating: null }, wished: [], avoided: [] });
});

test("after an answer without a wish, a face leads to the form with its diner chosen, and nobody's who is avoided", async () => {
  const { diners } = await dineTogether(club, ["Anna", "Bence", "Cili", "Dani"]);
  const { Anna } = diners;
  const sent = await answer(club, Anna, { rating: 4, not: ["Cili"] });
  const thanks = await parsePage(await club.fetch(sent.headers.get("Location") ?? ""));
  const faces = thanks.querySelectorAll("main a[aria-label$='choose']");
  expect(faces.map((face) => face.getAttribute("aria-label"))).toEqual(["Bence: choose", "Dani: choose"]);
  const form = await parsePage(
    await club.fetch(faces[1]?.getAttribute("href")?.replaceAll("&amp;", "&") ?? ""),
  );
  const chosen = form.querySelectorAll("input[name=again][checked]");
  expect(chosen.map((input) => input.closest("label")?.querySelector("b")?.text)).toEqual(["Dani"]);
  expect((await readFeedback(club, Anna)).wished).toEqual([]);
});

test("says what is missing, and keeps what was typed", async () => {
  const { diners } = await dineTogether(club, ["Anna", "Bence", "Cili"]);
  const { Anna } = diners;
  const refuse = async (form: URLSearchParams) => {
    const response = await send(club, Anna, form);
    expect(response.status).toBe(400);
    return parsePage(response);
  };
  const nothing = await refuse(await fillIn(club, Anna, {}));
  expect(readAlerts(nothing)).toEqual(["One answer is enough: tap any, then send."]);

  const both = await refuse(
    await fillIn(club, Anna, { rating: 5, again: ["Bence"], not: ["Bence", "Cili"], note: "Nice <b>" }),
  );
  expect(readText(both)).toContain("You chose Bence for both. Choose one of the two.");
  expect(both.querySelectorAll("[checked]").map((input) => input.getAttribute("name"))).toEqual([
    "again",
    "contact",
    "rating",
    "not",
    "not",
  ]);
  expect(both.querySelector("textarea")?.text).toBe("Nice <b>");

  const wish = await fillIn(club, Anna, { again: ["Bence"] });
  wish.delete("contact");
  expect(readText(await refuse(wish))).toContain("Choose what we send them.");
  wish.set("contact", "line");
  expect(readText(await refuse(wish))).toContain("Type what we send them.");
  wish.set("line", "x".repeat(101));
  expect(readText(await refuse(wish))).toContain("Use at most 100 characters.");
  wish.set("line", "x".repeat(100));
  wish.set("note", "y".repeat(1001));
  expect(readText(await refuse(wish))).toContain("Use at most 1000 characters.");
  for (const rating of ["0", "6", "4.5", "x", "01"]) {
    const form = new URLSearchParams({ rating });
    const refused = await refuse(form);
    const [link] = findLinks(refused, "Choose from 1 to 5.");
    expect(link?.getAttribute("href"), rating).toBe("#rating");
    expect(refused.querySelector("#rating"), rating).not.toBeNull();
  }
  expect(await readFeedback(club, Anna)).toEqual({ said: undefined, wished: [], avoided: [] });
});

test("takes only names of this table, and none of another page", async () => {
  const here = await dineTogether(club, ["Anna", "Bence", "Cili"]);
  const there = await dineTogether(club, ["Dani", "Elza"]);
  const { Anna, Bence, Cili } = here.diners;
  const foreign = [
    // What Bence's page calls Cili, and ids themselves.
    (await fillIn(club, Bence, { again: ["Cili"] })).get("again"),
    (await fillIn(club, there.diners.Dani, { again: ["Elza"] })).get("again"),
    Bence.bookingId,
    Bence.userId,
    "__proto__",
    "",
  ];
  const form = new URLSearchParams({ rating: "3", contact: "email" });
  for (const name of foreign) {
    form.append("again", name ?? "");
    form.append("not", name ?? "");
  }
  expect((await send(club, Anna, form)).status).toBe(302);
  expect(await readFeedback(club, Anna)).toMatchObject({ said: { rating: 3 }, wished: [], avoided: [] });

  // Somebody who canceled was not there.
  const gone = await fillIn(club, Anna, { again: ["Cili"] });
  await club.db.update(bookings).set({ canceled: true }).where(eq(bookings.id, Cili.bookingId));
  await send(club, Anna, gone);
  expect((await readFeedback(club, Anna)).wished).toEqual([]);
  // And neither was whoever has deleted the account.
  const erased = await fillIn(club, Anna, { again: ["Bence"], rating: 5 });
  await eraseAccount(club.db, Bence.userId, new Date());
  expect((await send(club, Anna, erased)).status).toBe(302);
  expect(await readFeedback(club, Anna)).toMatchObject({ said: { rating: 5 }, wished: [] });
});

/** What was not saved is shown, so that it can be copied. */
function expectText(page: Awaited<ReturnType<typeof parsePage>>, texts: string[]) {
  expect(readAlerts(page)).toEqual(["What you wrote was not saved. You can copy it here."]);
  expect(page.querySelectorAll("textarea[readonly]").map((area) => area.text.trim())).toEqual([
    texts.join("\n"),
  ]);
}

test("a diner who is noted as a no-show while they write keeps the text, and can say that they came", async () => {
  const { diners } = await dineTogether(club, ["Anna", "Bence", "Cili"]);
  const { Anna, Bence } = diners;
  const form = await fillIn(club, Anna, { rating: 2, note: "Nobody found me." });
  await club.db.update(bookings).set({ attendance: "no-show" }).where(eq(bookings.id, Anna.bookingId));
  expect(await readPageText(await send(club, Anna, form))).toContain("If you were there, write to us.");

  await club.db.insert(absences).values({ bookingId: Anna.bookingId });
  const response = await send(club, Anna, form);
  expect(response.status).toBe(409);
  const page = await parsePage(response);
  expect(readHeading(page)).toBe("It looks like you missed dinner");
  expectText(page, ["Nobody found me."]);
  const follow = async (from: typeof page, get: (path: string) => Promise<Response>) => {
    const href = findLinks(from, "I was there")[0]?.getAttribute("href")?.replaceAll("&amp;", "&") ?? "";
    return readHeading(
      await parsePage(await get(new URL(href, club.url).href.replace(/^https?:\/\/[^/]+/, ""))),
    );
  };
  expect(await follow(page, (path) => club.fetch(path))).toBe("Were you there?");
  const path = `/bookings/${Anna.bookingId}/feedback`;
  expect(await follow(await parsePage(await Anna.get(path)), (to) => Anna.get(to))).toBe("Were you there?");
  expect((await Bence.get(path)).status).toBe(404);
});

test("says so where nothing was saved, because the dinner has changed meanwhile", async () => {
  const { diners, eventId, date } = await dineTogether(club, ["Anna", "Bence"]);
  const { Anna } = diners;
  // An operator moves the dinner by a minute after the form was checked.
  const moving = wrapDatabase(club.binding, async (call, called) => {
    if (called.some(({ sql }) => sql.startsWith('insert into "feedback"')))
      await club.db
        .update(events)
        .set({ date: new Date(date.getTime() + minuteMs) })
        .where(eq(events.id, eventId));
    return call();
  });
  const request = new Request(`https://oten.example${Anna.link}`, {
    method: "POST",
    body: new URLSearchParams({ rating: "4", note: "Kept" }),
  });
  const cookies = await openCookies(request, emailEnv);
  const context = { env: emailEnv, db: openDatabase(moving), now: new Date(), cookies, timeZone: "UTC" };
  const params = { id: Anna.bookingId };
  const response = await action({ request, params, context } as unknown as ActionFunctionArgs);
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({
    values: { note: "Kept" },
    errors: { form: "This was not saved, because something has changed. Send it again." },
  });
  expect((await readFeedback(club, Anna)).said).toBeUndefined();
});

test("has nothing to say about a booking that was canceled, had no seat, or whose diner did not come", async () => {
  const { diners } = await dineTogether(club, ["Anna", "Bence", "Cili"]);
  const { Anna, Bence, Cili } = diners;
  await club.db.update(bookings).set({ canceled: true }).where(eq(bookings.id, Anna.bookingId));
  await club.db
    .update(bookings)
    .set({ confirmed: false, tableId: null })
    .where(eq(bookings.id, Bence.bookingId));
  await club.db.update(bookings).set({ attendance: "no-show" }).where(eq(bookings.id, Cili.bookingId));
  for (const diner of [Anna, Bence, Cili]) {
    expect(readHeading(await openFeedback(club, diner))).toBe(
      diner === Cili ? "It looks like you missed dinner" : "We’d love to see you at another dinner",
    );
    expect((await send(club, diner, new URLSearchParams({ rating: "1" }))).status).toBe(409);
    expect(await readFeedback(club, diner)).toEqual({ said: undefined, wished: [], avoided: [] });
  }
});

test("reading changes nothing, and the same form fifty times at once saves one answer", async () => {
  const { diners } = await dineTogether(club, ["Anna", "Bence", "Cili"]);
  const { Anna, Bence } = diners;
  await waitForEmails(club);
  const before = await dumpClub(club);
  await Promise.all([1, 2, 3].map(() => club.fetch(Anna.link)));
  expectNoChange(before, await dumpClub(club));
  const [mine, theirs] = [
    await fillIn(club, Anna, { rating: 4, again: ["Bence"], not: ["Cili"] }),
    await fillIn(club, Bence, { rating: 5, again: ["Anna"], not: ["Cili"] }),
  ];
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, i) => (i % 2 ? send(club, Anna, mine) : send(club, Bence, theirs))),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(302));
  for (const [diner, other] of [
    [Anna, Bence],
    [Bence, Anna],
  ] as const) {
    const { said, wished, avoided } = await readFeedback(club, diner);
    expect(said?.rating).toBe(diner === Anna ? 4 : 5);
    expect(wished).toMatchObject([{ otherBookingId: other.bookingId }]);
    expect(avoided).toHaveLength(1);
  }
});

test("past bookings say whether they are answered, and who would meet again, which the form can’t take back", async () => {
  const { diners } = await dineTogether(club, ["Anna", "Bence", "Cili"]);
  const { Anna, Bence } = diners;
  const readList = async (diner: PastDiner) => parsePage(await diner.get("/dashboard/bookings"));
  const list = await readList(Anna);
  expect(readText(list)).toContain("Your last dinner");
  expect(readText(list)).toMatch(/Table \d+/);
  expect(findLinks(list, /^Choose who/)[0]?.getAttribute("href")).toBe(
    `/bookings/${Anna.bookingId}/feedback`,
  );
  await answer(club, Anna, { again: ["Bence", "Cili"], contact: "line", line: "@anna" });
  await answer(club, Bence, { again: ["Anna"], sameTable: true });
  expect(readText(await readList(Anna))).toContain("Answered");
  expect(readText(await readList(Anna))).not.toContain("meet again");

  const tomorrow = new Date(Date.now() + dayMs);
  tomorrow.setUTCHours(18, 0, 0, 0);
  for (const minutes of [-90, -60, -30, 0, 30])
    await runJob(
      "tellMutualWishes",
      createJobContext(club),
      new Date(tomorrow.getTime() + minutes * minuteMs),
    );
  const readTold = async () =>
    (await club.db.select().from(mutualWishes)).filter(({ bookingId, otherBookingId }) =>
      [bookingId, otherBookingId].includes(Anna.bookingId),
    );
  expect(await readTold()).toMatchObject([{ wantSameTable: false }]);
  for (const [diner, name, contact] of [
    [Anna, "Bence", Bence.email],
    [Bence, "Anna", "@anna"],
  ] as const) {
    const text = readText(await readList(diner));
    expect(text).toContain(`You and ${name} would both like to meet again`);
    expect(text).not.toContain(contact);
    expect(text).toContain("Cili");
    const details = await parsePage(await diner.get(`/dashboard/bookings/${diner.bookingId}`));
    expect(readText(details)).toContain(`${name}: ${contact}`);
    expect(findLinks(details, `Book the next one together with ${name}`)[0]?.getAttribute("href")).toBe(
      "/dashboard/bookings/new",
    );
    const [write] = findLinks(details, `Write to ${name}`);
    // Only an address can be written to.
    expect(write?.getAttribute("href")?.split("?")[0]).toBe(
      contact.startsWith("@") ? undefined : `mailto:${contact}`,
    );
  }
  const page = await openFeedback(club, Anna);
  expect(readText(page)).toContain("A yes from both");
  expect(page.querySelectorAll("input[name=again]")).toHaveLength(1);
  await answer(club, Anna, { rating: 3, not: ["Bence"], contact: "line", line: "" });
  expect(await readTold()).toHaveLength(1);
  expect(readText(await readList(Bence))).toContain("You and Anna would both like to meet again");
  // The line can be taken away, and is not replaced by the address.
  const details = await readPageText(await Bence.get(`/dashboard/bookings/${Bence.bookingId}`));
  expect(details).not.toContain("@anna");
  expect(details).not.toContain(Anna.email);
  expect(details).not.toMatch(/Write to|Book the next one/);
});
