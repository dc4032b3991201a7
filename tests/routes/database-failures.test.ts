import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { batchedRead, loadBatched } from "#app/db/batches.ts";
import { openDatabase } from "#app/db/client.server.ts";
import { venues } from "#app/db/schema/venue.ts";
import { readCookies } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { seatDinner, startIn } from "#tests/support/dinner.ts";
import { signUpDiner, venueOf } from "#tests/support/events.ts";
import { createPhoto } from "#tests/support/hostile-images.ts";
import {
  findButtons,
  findLinks,
  parsePage,
  readAlerts,
  readFieldValue,
  readHeading,
  readInputValue,
  readSelectedValue,
  readText,
} from "#tests/support/html.ts";
import { createRealRequest, findAddresses, sortByHarm } from "#tests/support/real-requests.ts";
import { type Route, routes, routesWithAction } from "#tests/support/routes.ts";
import { type SeatedDiners, seatDiners, startSession } from "#tests/support/seated-diners.ts";

const club = openClub({ wrapper: "support/failing-worker.ts" });
let all: SeatedDiners;
beforeAll(async () => {
  all = await seatDiners(club);
});

/** Sends the request again and again, and each time another call of it to the database fails. */
async function failEachCall(send: (failing: Record<string, string>) => Promise<Response>) {
  const responses: Response[] = [];
  for (let call = 1; call < 40; call++) {
    const response = await send({ "Failing-Call": String(call) });
    if (Number(response.headers.get("Call-Count")) < call) break;
    responses.push(response);
  }
  return responses;
}

/** Their readers have no account. */
const isSignedLink = (path: string) => path.startsWith("/host/") || path.startsWith("/sheet/");

/** What is missing of a page that stays. */
async function findFaults(path: string, response: Response): Promise<string[]> {
  if (response.status < 500) return [];
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) return ["bare text"];
  const page = await parsePage(response);
  const parts: [string, unknown][] = [
    // A message of a host goes again as it was, with its id, from a page that is about nothing else.
    [
      "heading",
      isSignedLink(path) || !/^(Something went wrong|That didn’t work|)$/.test(readHeading(page) ?? ""),
    ],
    ["one main", page.querySelectorAll("main#main").length === 1],
    // The host's page has none, because hosts have no account; a question of the quiz has a link back.
    [
      "navigation",
      isSignedLink(path) ||
        page.querySelector("nav[aria-label=Main], nav[aria-label=Dashboard], [data-quiz]"),
    ],
    ["footer", readText(page).includes("Revolution of Friends Making")],
    ["banner", /[Tt]ry again/.test(readAlerts(page).join())],
    [
      "way to try again",
      /Try again/.test(readAlerts(page).join()) || page.querySelector("form[method=post] button"),
    ],
  ];
  return parts.filter(([, found]) => !found).map(([name]) => name);
}

const browser = { Accept: "text/html" };

const pages = routes.filter(({ isPage, isLayout, path }) => isPage && !isLayout && !path.startsWith("/dev"));

describe("a page whose database fails has its heading, navigation, footer and a banner", () => {
  test.each(pages)("$path", async (route) => {
    const { owner } = all.diners;
    const faults: string[] = [];
    for (const cookie of [owner.cookie, ""]) {
      for (const address of await findAddresses(club, route, owner)) {
        const responses = await failEachCall((failing) =>
          club.fetch(address, { headers: { ...browser, ...failing, ...(cookie && { Cookie: cookie }) } }),
        );
        for (const [i, response] of responses.entries())
          faults.push(
            ...(await findFaults(address, response)).map((fault) => `${address}, call ${i + 1}: ${fault}`),
          );
      }
    }
    await club.takeLoggedErrors();
    expect(faults).toEqual([]);
  });
});

const sendPhoto = (fields: Record<string, string | File>, headers: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const encoded = new Response(form);
  return encoded.arrayBuffer().then((body) =>
    club.fetch("/identity", {
      method: "POST",
      body,
      headers: { ...browser, "Content-Type": encoded.headers.get("Content-Type") ?? "", ...headers },
    }),
  );
};

test("the identity keeps the name and the chosen photo, whichever call fails, and saves both the next time", async () => {
  const { cookie: Cookie } = all.diners.stranger;
  const photo = new File([new Uint8Array(await createPhoto().png().toBuffer())], "photo.png");
  const responses = await failEachCall((failing) =>
    sendPhoto({ photo, name: "Kata" }, { Cookie, ...failing }),
  );
  expect(responses.length).toBeGreaterThan(2);
  for (const response of responses) {
    expect(response.status).toBe(500);
    const page = await parsePage(response);
    expect(readFieldValue(page, "Name")).toBe("Kata");
    const keptPhoto = readInputValue(page, "keptPhoto") ?? "";
    expect(page.querySelector("[data-photo] img")?.getAttribute("src")).toBe(keptPhoto);
    expect(keptPhoto).toMatch(/^data:image\/webp;base64,/);
    expect((await sendPhoto({ keptPhoto, name: "Kata" }, { Cookie })).status).toBe(302);
  }
  const page = await parsePage(await club.fetch("/identity", { headers: { Cookie } }));
  expect(page.querySelector("[data-photo] img")?.getAttribute("src")).toMatch(/^\/avatars\//);
  await club.takeLoggedErrors();
});

test("while nothing can be read either, one button sends again what was typed, but never a password", async () => {
  const { owner } = all.diners;
  const send = async (path: string, fields: Record<string, string>) =>
    parsePage(
      await club.fetch(path, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { ...browser, Cookie: owner.cookie, "Failing-Call": "every" },
      }),
    );
  const contest = await send(`/bookings/${owner.bookingId}/contest`, { text: "I was <there>." });
  const form = findButtons(contest, "Try again")[0]?.closest("form");
  expect(form?.getAttribute("action")).toBe(`/bookings/${owner.bookingId}/contest`);
  expect(form?.querySelector("input")?.getAttribute("value")).toBe("I was <there>.");
  expect(findLinks(contest, "Dashboard")).not.toEqual([]);
  const verify = await send("/dashboard/settings/verify", { password: "s3cret-s3cret" });
  expect(verify.outerHTML).not.toContain("s3cret");
  expect(findLinks(verify, "Try again")[0]?.getAttribute("href")).toBe("/dashboard/settings/verify");
  await club.takeLoggedErrors();
});

test.each([
  ["/dashboard/bookings", "Bookings", "We couldn’t load your bookings."],
  ["/dashboard/bookings/new", "New Booking", "We couldn’t load the events."],
  ["/events", "Select an Event", "We couldn’t load the events."],
])("%s has a banner of its own", async (path, heading, sentence) => {
  const { cookie: Cookie } = all.diners.owner;
  const page = await parsePage(await club.fetch(path, { headers: { Cookie, "Failing-Call": "every" } }));
  expect(readHeading(page)).toBe(heading);
  expect(readAlerts(page)[0]).toContain(sentence);
  expect(findLinks(page, "Try again")[0]?.getAttribute("href")).toBe(path);
  await club.takeLoggedErrors();
});

test("a booking that fails says so, and keeps the chosen event", async () => {
  const { diners, openEventId } = all;
  const { cookie: Cookie } = diners.stranger;
  const responses = await failEachCall((failing) =>
    club.fetch("/events", {
      method: "POST",
      body: new URLSearchParams({ event: openEventId }),
      headers: { ...browser, Cookie, ...failing },
    }),
  );
  const failed = responses.filter(({ status }) => status >= 500);
  expect(failed.length).toBeGreaterThan(0);
  for (const response of failed) {
    const page = await parsePage(response);
    expect(readAlerts(page)[0]).toMatch(
      /^Error creating appointment: we couldn’t save your booking\. Try again/,
    );
    expect(readSelectedValue(page, "event")).toBe(openEventId);
  }
  await club.takeLoggedErrors();
});

/** What was typed, and what the page shows in the same fields. */
async function compareFields(response: Response, fields: Record<string, string>) {
  const page = await parsePage(response);
  const typed: [string, string][] = [];
  const shown: [string, string | undefined][] = [];
  for (const [name, value] of Object.entries(fields)) {
    const inputs = page.querySelectorAll(`input[name="${name}"]`);
    const area = page.querySelector(`textarea[name="${name}"]`);
    const [first] = inputs;
    const type = first?.getAttribute("type") ?? "text";
    if ((!first && !area) || type === "hidden" || type === "password") continue;
    const chosen = inputs.find((input) => input.hasAttribute("checked"));
    const input = type === "radio" || type === "checkbox" ? chosen : first;
    typed.push([name, value]);
    // The quiz goes on with the next question, and keeps the answer with its form.
    const unsaved = JSON.parse(readInputValue(page, "unsaved") ?? "{}")[fields.question ?? ""];
    shown.push([
      name,
      unsaved?.join() ?? area?.textContent ?? input?.getAttribute("value") ?? (chosen && "on"),
    ]);
  }
  return { typed, shown };
}

describe("a form whose database fails stays, with what was typed", () => {
  const forms = routesWithAction.filter(
    ({ path }) => !/^\/(dev|webhooks|quiz\/answers|auth\/passkey)/.test(path),
  );
  test.each(sortByHarm(forms))("$path", async (route: Route) => {
    const faults: string[] = [];
    for (let call = 1; call < 40; call++) {
      const { path, init, fields } = await createRealRequest(club, route, all);
      const headers = { ...init.headers, ...browser, "Failing-Call": String(call) };
      const response = await club.fetch(path, { ...init, headers });
      if (Number(response.headers.get("Call-Count")) < call) break;
      const found = await findFaults(path, response.clone());
      faults.push(...found.map((fault) => `${path}, call ${call}: ${fault}`));
      if (response.status < 500) continue;
      const { typed, shown } = await compareFields(response, fields);
      expect(shown, `${path}, call ${call}`).toEqual(typed);
    }
    await club.takeLoggedErrors();
    expect(faults).toEqual([]);
  });
});

test("picks for one question of the quiz are never put into another, and go again as they were", async () => {
  const { cookie } = await signUpDiner(club);
  const body = new URLSearchParams({ question: "4", answer: "2", unsaved: '{"3":[1]}' });
  const response = await club.fetch("/quiz?question=3", {
    method: "POST",
    body,
    headers: { ...browser, Cookie: cookie, "Failing-Call": "1" },
  });
  expect(response.status).toBe(500);
  const page = await parsePage(response);
  const sent = page
    .querySelectorAll("form[method=post] input[type=hidden]")
    .map((input) => [input.getAttribute("name"), input.getAttribute("value")?.replaceAll("&quot;", '"')]);
  expect(sent).toEqual(
    expect.arrayContaining([
      ["question", "4"],
      ["answer", "2"],
      ["unsaved", '{"3":[1]}'],
    ]),
  );
  await club.takeLoggedErrors();
});

test("what was typed comes back letter for letter, and as no markup", async () => {
  const { cookie } = await signUpDiner(club);
  const typed = `AT&lt;T "&amp;" 'x' ><script>alert(1)</script>`;
  const response = await club.fetch("/identity", {
    method: "POST",
    body: new URLSearchParams({ name: typed }),
    headers: { ...browser, Cookie: cookie, "Failing-Call": "1" },
  });
  const page = await parsePage(response);
  expect(readInputValue(page, "name")).toBe(typed);
  expect(page.querySelectorAll("script").some((script) => script.text.includes("alert(1)"))).toBe(false);
  await club.takeLoggedErrors();
});

test("on the day of a dinner, a page that can’t be shown names the restaurant’s telephone number", async () => {
  const { anna, bea, eventId } = await seatDinner(club, 60);
  await club.db
    .update(venues)
    .set({ phone: "+36 1 555 0142" })
    .where(eq(venues.id, venueOf(eventId)));
  const failed = async (cookies: string) =>
    parsePage(
      await club.fetch("/dashboard/bookings", {
        headers: { ...browser, Cookie: `${cookies}`, "Failing-Call": "every" },
      }),
    );
  for (const path of ["/dashboard/bookings", `/dashboard/bookings/${anna.bookingId}`]) {
    const seen = readCookies(await club.fetch(path, { headers: { Cookie: anna.cookie } }));
    expect(seen).not.toContain("555");
    const page = await failed(`${anna.cookie}; ${seen}`);
    expect(readText(page)).toContain("Is your dinner today? Call the restaurant: +36 1 555 0142");
    expect(findLinks(page, "+36 1 555 0142")[0]?.getAttribute("href")).toBe("tel:+3615550142");
    const forged = await failed(`${bea.cookie}; tonight=IiszNiAxIDU1NSA5OTk5Ig==.aaaa`);
    expect(readText(forged)).not.toContain("Is your dinner today?");
    const signedOut = await club.fetch("/logout", {
      method: "POST",
      headers: { Cookie: `${anna.cookie}; ${seen}` },
    });
    expect(signedOut.headers.getSetCookie().join()).toMatch(/tonight=;/);
    anna.cookie = await startSession(club, anna);
  }
  const { cookie } = anna;
  const seen = readCookies(await club.fetch("/dashboard/bookings", { headers: { Cookie: cookie } }));
  await startIn(club, eventId, 3 * 24 * 60);
  const later = await club.fetch("/dashboard/bookings", { headers: { Cookie: `${cookie}; ${seen}` } });
  expect(later.headers.getSetCookie().join()).toMatch(/tonight=;/);
  await club.takeLoggedErrors();
});

test("a photo that can’t be downloaded is the default avatar, and the identity says why in a banner", async () => {
  const { cookie: Cookie } = await signUpDiner(club);
  const photo = new File([new Uint8Array(await createPhoto().png().toBuffer())], "photo.png");
  await sendPhoto({ name: "Réka", photo }, { Cookie });
  const read = async (failing: Record<string, string>) => {
    const response = await club.fetch("/identity", { headers: { ...browser, Cookie, ...failing } });
    expect(response.status).toBe(200);
    const page = await parsePage(response);
    const address = page.querySelector("[data-photo] img")?.getAttribute("src") ?? "";
    return { address, alerts: readAlerts(page), name: readFieldValue(page, "Name") };
  };
  const { address, alerts } = await read({});
  expect([address, alerts]).toEqual([expect.stringMatching(/^\/avatars\/.+\.webp$/), []]);
  expect(await read({ "Failing-Bucket": "yes" })).toEqual({
    address: "/avatars/default",
    alerts: ["We can’t load your photo. Try again later, or choose another one."],
    name: "Réka",
  });
  const shown = await club.fetch(address, { headers: { Cookie, "Failing-Bucket": "yes" } });
  expect([shown.headers.get("Content-Type"), shown.headers.get("Cache-Control")]).toEqual([
    "image/svg+xml",
    "no-store",
  ]);
  expect((await club.takeLoggedErrors()).join()).toContain("the bucket failed");
  const bucket = await club.worker.getR2Bucket("AVATARS");
  const { objects } = await bucket.list();
  const file = address.split("/").at(-1) ?? "";
  await bucket.delete(objects.filter(({ key }) => key.endsWith(file)).map(({ key }) => key));
  expect(await read({})).toMatchObject({ address: "/avatars/default", alerts: [expect.any(String)] });
});

test("a page waits four seconds for a database that does not answer", async () => {
  const never = new Promise<never>(() => {});
  const db = openDatabase({ prepare: () => ({ bind: () => ({}) }), batch: () => never } as never);
  vi.useFakeTimers();
  const reading = loadBatched(
    { db },
    batchedRead([db.select().from(venues)], ([found]) => found),
  );
  const failure = expect(reading).rejects.toThrow("No answer within 4000 ms");
  await vi.advanceTimersByTimeAsync(4_000);
  await failure;
  vi.useRealTimers();
});
