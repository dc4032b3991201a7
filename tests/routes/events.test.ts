import type { AppLoadContext } from "@remix-run/cloudflare";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { events } from "#app/db/schema/event.ts";
import { openCookies } from "#app/http/cookies.ts";
import { dateAndTime, withPlainSpaces } from "#app/lib/dates.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { bookEvent } from "#app/routes/events/book-event.server.ts";
import { listEmailsTo, readCookies, register } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { writeCookie } from "#tests/support/cookies.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { book, countBookings, createEvent, signUpDiner, testCity } from "#tests/support/events.ts";
import { takeConsoleErrors } from "#tests/support/fail-on-console-error.ts";
import {
  type Page,
  parsePage,
  readAlerts,
  readHeading,
  readPageText,
  readSelectedValue,
  readText,
} from "#tests/support/html.ts";
import { wrapDatabase } from "#tests/support/wrap-database.ts";

const club = openClub();

const listEventIds = (page: Page) =>
  page.querySelectorAll("input[name=event]").map((input) => input.getAttribute("value"));

const readSelectedEvent = async (response: Response) => readSelectedValue(await parsePage(response), "event");

test("says that there are no upcoming events", async () => {
  const page = await parsePage(await club.fetch("/events"));
  expect(readHeading(page)).toBe("Select an Event");
  expect(readText(page)).toContain("We found 0 upcoming events for you to choose from:");
});

test("lists upcoming events soonest first, those that can’t be booked after the others, and selects the first that can", async () => {
  const later = await createEvent(club, { hoursFromNow: 300 });
  const soldOut = await createEvent(club, { hoursFromNow: 100, available: false });
  const first = await createEvent(club, { hoursFromNow: 200, diets: [1, 2] });
  await createEvent(club, { hoursFromNow: -2 });
  const page = await parsePage(await club.fetch("/events"));
  const text = readText(page);
  expect(text).toContain("We found 3 upcoming events for you to choose from:");
  expect(listEventIds(page)).toEqual([first, later, soldOut]);
  expect(readSelectedValue(page, "event")).toBe(first);
  const disabled = page.querySelectorAll("input[name=event][disabled]");
  expect(disabled.map((input) => input.getAttribute("value"))).toEqual([soldOut]);
  expect(text.match(/Sold Out/g)).toHaveLength(1);
  expect(text).toContain("No seats for now");
  expect(text).toContain("Caters for Vegetarian, vegan");
  expect(text.match(/\d+ seats free/g)).toHaveLength(2);
});

test("a card says its neighborhoods and seats, and draws them; a booked one has the diner's own window and stays among the others", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club, { hoursFromNow: 90, capacity: 20 });
  const findWindow = async () => {
    const page = await parsePage(await diner.get("/events"));
    const link = page.querySelector("a[href^='/dashboard/bookings/'].group");
    return { page, link, own: page.querySelectorAll(".evening-yours") };
  };
  const before = await findWindow();
  expect(before.own).toHaveLength(0);
  expect(readText(before.page)).toContain("20 seats free");
  const bookingId = await book(diner, eventId);
  const after = await findWindow();
  expect(after.own).toHaveLength(1);
  expect(after.link?.getAttribute("href")).toBe(`/dashboard/bookings/${bookingId}`);
  expect(after.link && readText(after.link)).toContain("1 of 20 seats taken");
  const closed = after.page.querySelector("h2 ~ div label");
  expect(closed && readText(closed)).toContain("Sold Out");
});

test("does not list a canceled event", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club);
  expect(listEventIds(await parsePage(await diner.get("/events")))).toContain(eventId);
  await club.db.update(events).set({ canceledAt: new Date() }).where(eq(events.id, eventId));
  expect(listEventIds(await parsePage(await diner.get("/events")))).not.toContain(eventId);
});

test("refuses a form without a selected event", async () => {
  const diner = await signUpDiner(club);
  for (const fields of [{}, { event: "" }]) {
    const response = await diner.post("/events", fields as Record<string, string>);
    expect(response.status).toBe(400);
    expect(readAlerts(await parsePage(response))).toEqual(["Please select a date to continue"]);
  }
});

test("books one seat and sends one email, even when the form is sent ten times", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club);
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => diner.post("/events", { event: eventId })),
  );
  const [location, ...others] = new Set(responses.map((response) => response.headers.get("Location")));
  expect(others).toEqual([]);
  expect(await countBookings(club, eventId)).toBe(1);
  const thankYou = await readPageText(await diner.get(location ?? ""));
  expect(thankYou).toContain("Thank you for booking!");
  expect(thankYou).toContain("We will send you a reminder before the appointment.");
  expect(thankYou).toContain("Go to Dashboard");
  await expect.poll(async () => (await listEmailsTo(club, diner.email))[0]?.sentAt).not.toBeNull();
  const emails = (await listEmailsTo(club, diner.email)).filter(({ kind }) => kind === "booking-received");
  expect(emails).toHaveLength(1);
  expect(emails[0]?.text).toContain("/calendar.ics");
});

test.each([
  ["sold out", { capacity: 1 }, "this dinner is sold out."],
  ["closed", { hoursFromNow: 40 }, "booking for this dinner has ended."],
  ["over", { hoursFromNow: -1 }, "this dinner is over."],
])("refuses to book an event that is %s and says why", async (_, options, reason) => {
  const eventId = await createEvent(club, options);
  await book(await signUpDiner(club), eventId);
  const response = await (await signUpDiner(club)).post("/events", { event: eventId });
  expect(response.status).toBe(409);
  expect(readAlerts(await parsePage(response))).toEqual([`Error creating appointment: ${reason}`]);
});

test.each<[what: string, changes: Partial<typeof events.$inferInsert>, reason: string]>([
  ["was canceled", { available: false, canceledAt: new Date() }, "this dinner was canceled."],
  ["is not available anymore", { available: false }, "this dinner is no longer offered."],
  ["has its tables already", { matchedAt: new Date() }, "booking for this dinner has ended."],
])("refuses to book an event that %s and does not call it sold out", async (_, changes, reason) => {
  const eventId = await createEvent(club);
  await club.db.update(events).set(changes).where(eq(events.id, eventId));
  const response = await (await signUpDiner(club)).post("/events", { event: eventId });
  expect(response.status).toBe(409);
  expect(readAlerts(await parsePage(response))).toEqual([`Error creating appointment: ${reason}`]);
});

test.each(["nonsense", "' OR 1=1 --", "a".repeat(10_000), "\u0000"])(
  "refuses to book an unknown event with the id %j",
  async (event) => {
    const response = await (await signUpDiner(club)).post("/events", { event });
    expect(response.status).toBe(400);
    expect(readAlerts(await parsePage(response))).toEqual([
      "Error creating appointment: this dinner is no longer on our list.",
    ]);
  },
);

test("whoever turns 18 this year is asked again whether they have, and books nothing until they say so", async () => {
  const [eventId, thisYear] = [await createEvent(club), new Date().getFullYear()];
  const diner = await signUpDiner(club);
  const bornIn = (year: number) =>
    diner.post("/quiz?only=19", { question: "19", answer: String(year), only: "19" });
  const readAge = async () => (await parsePage(await diner.get("/events"))).querySelector("[name=adult]");
  expect(await readAge()).toBeNull();
  expect((await bornIn(thisYear - 17)).status).toBe(400);
  expect((await bornIn(thisYear - 18)).status).toBe(302);
  expect(await readAge()).not.toBeNull();
  for (const adult of ["", "no"]) {
    const refused = await diner.post("/events", { event: eventId, adult });
    expect(refused.status).toBe(400);
    const page = await parsePage(refused);
    expect(readAlerts(page)).toEqual([
      "Error creating appointment: our dinners are for people of 18 and older.",
    ]);
    expect(readText(page)).toContain("we’ll be glad to have you from that day on");
    expect(readSelectedValue(page, "event")).toBe(eventId);
  }
  expect(await countBookings(club, eventId)).toBe(0);
  const booked = await diner.post("/events", { event: eventId, adult: "yes" });
  expect(booked.headers.get("Location")).toContain("booked=");
  expect(await countBookings(club, eventId)).toBe(1);
  // Nobody else is asked, whatever a form says.
  const older = await signUpDiner(club);
  expect(await book(older, eventId)).not.toBe("");
  expect((await bornIn(thisYear - 19)).status).toBe(302);
  expect(await readAge()).toBeNull();
});

test("remembers the selected event through sign-up and quiz", async () => {
  await createEvent(club, { hoursFromNow: 60 });
  const eventId = await createEvent(club, { hoursFromNow: 400 });
  const signedOut = await club.fetch("/events", {
    method: "POST",
    body: new URLSearchParams({ event: eventId }),
  });
  expect(signedOut.headers.get("Location")).toBe("/register?next=/events");
  const cookies = readCookies(signedOut);
  const diner = await signUpDiner(club, { quizDone: false });
  expect((await diner.post("/events", { event: eventId })).headers.get("Location")).toBe("/quiz");
  const response = await club.fetch("/events", { headers: { Cookie: `${diner.cookie}; ${cookies}` } });
  expect(await readSelectedEvent(response)).toBe(eventId);
});

test("registering shows the evening of the dinner that was chosen before", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 500 });
  const hasEvening = async (cookie: string) =>
    (await parsePage(await club.fetch("/register", { headers: { Cookie: cookie } }))).querySelector(
      ".evening",
    ) !== null;
  expect(await hasEvening(writeCookie("dinner", eventId))).toBe(true);
  expect(await hasEvening(writeCookie("dinner", "none"))).toBe(false);
});

test("remembers the selected event when the confirmation email is opened in another browser", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 500 });
  const email = "elsewhere@oten.example";
  await register(club, email, {}, { Cookie: writeCookie("dinner", eventId) });
  const link = /\/auth\/confirm\?\S+/.exec((await listEmailsTo(club, email))[0]?.text ?? "")?.[0] ?? "";
  expect(readCookies(await club.fetch(link))).toContain(writeCookie("dinner", eventId));
});

test("marks an event that the diner has booked and selects another one", async () => {
  const diner = await signUpDiner(club);
  const first = await createEvent(club, { hoursFromNow: 52 });
  expect(await readSelectedEvent(await diner.get("/events"))).toBe(first);
  await book(diner, first);
  const page = await parsePage(await diner.get("/events"));
  expect(readText(page)).toContain("Booked");
  expect(readSelectedValue(page, "event")).not.toBe(first);
});

test("says that the event in the URL can't be booked anymore", async () => {
  const closed = await createEvent(club, { hoursFromNow: 30 });
  expect(await readPageText(await club.fetch(`/events?event=${closed}`))).toContain(
    "The dinner you chose can’t be booked anymore.",
  );
});

test("shows and logs an error when the booking can't be saved", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club);
  await club.binding.exec(
    "CREATE TRIGGER broken BEFORE INSERT ON bookings BEGIN SELECT RAISE(ABORT, 'full'); END",
  );
  const response = await diner.post("/events", { event: eventId });
  expect(response.status).toBe(503);
  expect(readAlerts(await parsePage(response))).toEqual([
    "Error creating appointment: we couldn’t save your booking. Try again in a moment.",
  ]);
  await club.binding.exec("DROP TRIGGER broken");
  expect(await club.takeLoggedErrors()).toHaveLength(1);
  expect(await book(diner, eventId)).not.toBe("");
});

test("does not say that nothing was saved where the database has not answered, and booking again is safe", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club);
  const silent = wrapDatabase(club.binding, async (call, called) => {
    const answer = await call();
    const isBooking = called.some(({ sql }) => sql.startsWith('insert into "bookings"'));
    return isBooking ? new Promise<typeof answer>(() => {}) : answer;
  });
  const request = new Request(`${club.url}/events`, {
    method: "POST",
    headers: { Cookie: diner.cookie },
    body: new URLSearchParams({ event: eventId }),
  });
  const context = {
    env: emailEnv,
    db: openDatabase(silent),
    now: new Date(),
    cookies: await openCookies(request, emailEnv),
    requestId: "slow",
  } as unknown as AppLoadContext;
  const response = await bookEvent({ request, context, params: {} });
  expect(takeConsoleErrors()).toEqual([expect.stringContaining("booking not saved")]);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    message: expect.stringMatching(
      /we don’t know yet whether you’re booked\. Look at your bookings, or try again\.$/,
    ),
  });
  expect(await book(diner, eventId)).not.toBe("");
  expect(await countBookings(club, eventId)).toBe(1);
});

test("a shared dinner shows chats its city and date and the club’s card, never who comes or where", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 90 });
  const [venue] = await club.db.all<{ name: string }>(
    sql`select name from venues where id in (select venue_id from event_venues where event_id = ${eventId})`,
  );
  const diner = await signUpDiner(club);
  const booked = await club.fetch("/events", {
    method: "POST",
    headers: { Cookie: diner.cookie },
    body: new URLSearchParams({ event: eventId }),
  });
  const thanks = await parsePage(await diner.get(booked.headers.get("Location") ?? ""));
  const shared = new URL(thanks.querySelector("[data-share]")?.getAttribute("data-share") ?? "");
  expect(shared.pathname + shared.search).toBe(`/events?event=${eventId}`);
  const readTags = async (path: string) =>
    (await parsePage(await club.fetch(path)))
      .querySelectorAll("meta[property^='og:']")
      .map((tag) => [tag.getAttribute("property") ?? "", tag.getAttribute("content") ?? ""]);
  const tags = await readTags(shared.pathname + shared.search);
  const preview = Object.fromEntries(tags);
  expect(preview["og:title"]).toMatch(/^I’m going to dinner on \w+day,\s\w+\s\d+, in Budapest$/);
  expect(preview["og:url"]).toBe(shared.href);
  expect(tags.join()).not.toContain(venue?.name);
  const card = await club.fetch(new URL(preview["og:image"] ?? "").pathname);
  expect([card.status, card.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
  expect(await readTags("/events")).toEqual([]);
  expect(await readTags("/events?event=unknown")).toEqual([]);
});

test("says before booking where, for what and until when for free, of each dinner that can be booked", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 90 });
  const late = await createEvent(club, { hoursFromNow: 140, available: false });
  const page = await parsePage(await club.fetch("/events"));
  const [terms, ...others] = page.querySelectorAll(`#terms-${eventId}`).map(readText);
  expect(others).toEqual([]);
  const date = (await club.db.select().from(events).where(eq(events.id, eventId)))[0]?.date;
  const freeUntil = withPlainSpaces(
    dateAndTime(new Date((date?.getTime() ?? 0) - 48 * hourMs), testCity.timeZone),
  );
  expect(terms).toContain(`Canceling Free until ${freeUntil}`);
  expect(terms).toContain("Booking Free to book. Deposit 3000 HUF, if you like");
  expect(page.querySelector(`[value="${eventId}"]`)?.getAttribute("aria-describedby")).toContain(
    `terms-${eventId}`,
  );
  expect(page.querySelector(`#terms-${late}`)).toBe(null);
});
