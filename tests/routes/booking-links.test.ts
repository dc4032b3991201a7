import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { events } from "#app/db/schema/event.ts";
import { outbox } from "#app/db/schema.ts";
import { bookingLinks, unsubscribeLink } from "#app/emails/links.server.ts";
import { beVerified, findLinkToken, listEmailsTo, newEmail } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import {
  book,
  countBookings,
  createCity,
  createEvent,
  seatTogether,
  signUpDiner,
  testCity,
} from "#tests/support/events.ts";
import { findLinks, parsePage, readPageText, readText } from "#tests/support/html.ts";

const club = openClub();

const findLink = (text: string | undefined, action: "cancel" | "calendar.ics") =>
  new RegExp(`https?://[^/]+(/bookings/\\S+/${action}\\?\\S+)`).exec(text ?? "")?.[1] ?? "";

async function bookAndReadEmail() {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club);
  const id = await book(diner, eventId);
  const [email] = (await listEmailsTo(club, diner.email)).filter(({ kind }) => kind === "booking-received");
  return { diner, eventId, id, text: email?.text };
}

test("shows the cancel page without canceling, then cancels once without a sign-in and emails the diner", async () => {
  const { diner, eventId, text } = await bookAndReadEmail();
  const path = findLink(text, "cancel");
  const page = await readPageText(await club.fetch(path));
  expect(page).toContain("Cancel booking?");
  expect(page).toContain("Canceling is free until");
  expect(await countBookings(club, eventId)).toBe(1);

  const cancel = () => club.fetch(path, { method: "POST" });
  const responses = await Promise.all(Array.from({ length: 10 }, cancel));
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await countBookings(club, eventId)).toBe(0);
  expect(await readPageText(await club.fetch(path))).toContain("It’s already canceled");
  const emails = (await listEmailsTo(club, diner.email)).filter(
    ({ subject }) => subject === "Your booking is canceled",
  );
  expect(emails).toHaveLength(1);
});

test("the header of a page behind a link offers Login, and Dashboard to who is signed in", async () => {
  const { diner, text } = await bookAndReadEmail();
  const path = findLink(text, "cancel");
  const listButtons = async (response: Response) => {
    const header = (await parsePage(response)).querySelector("header");
    return ["Get Started", "Login", "Dashboard"].filter(
      (name) => header && findLinks(header, name).length > 0,
    );
  };
  expect(await listButtons(await club.fetch(path))).toEqual(["Login"]);
  expect(await listButtons(await diner.get(path))).toEqual(["Dashboard"]);
  expect(await listButtons(await club.fetch("/events"))).toEqual(["Get Started", "Login"]);
});

test("shows the same cancellation terms behind the link as on the dashboard", async () => {
  const { eventId, id, text } = await bookAndReadEmail();
  await seatTogether(club, eventId, [id]);
  await club.binding
    .prepare("UPDATE events SET date = ?, closes_at = 0 WHERE id = ?")
    .bind(Date.now() + 30 * 3_600_000, eventId)
    .run();
  const page = await readPageText(await club.fetch(findLink(text, "cancel")));
  expect(page).toContain("Canceling was free until");
  expect(page).toContain("Four people are expecting you");
});

test("a shared calendar link can't cancel the booking", async () => {
  const { eventId, text } = await bookAndReadEmail();
  const shared = findLink(text, "calendar.ics").replace("calendar.ics", "cancel");
  expect((await club.fetch(shared)).status).toBe(404);
  expect((await club.fetch(shared, { method: "POST" })).status).toBe(404);
  expect(await countBookings(club, eventId)).toBe(1);
});

test("serves the calendar file behind the link", async () => {
  const { id, text } = await bookAndReadEmail();
  const response = await club.fetch(findLink(text, "calendar.ics"));
  expect(response.headers.get("Content-Type")).toContain("text/calendar");
  expect(await response.text()).toContain(`UID:${id}`);
});

test("refuses a link that is for another booking, altered, cut off or expired", async () => {
  const [mine, other] = [await bookAndReadEmail(), await bookAndReadEmail()];
  const path = findLink(mine.text, "cancel");
  const env = { SITE_URL: "", SESSION_SECRET: "for-tests-only-for-tests-only-32" } as Env;
  const expired = bookingLinks(env, {
    bookingId: mine.id,
    date: new Date(Date.now() - 1000),
    timeZone: "UTC",
  });
  const forged = [
    path.replace(mine.id, other.id),
    path.replace(/until=\d+/, `until=${Date.now() + 1e12}`),
    path.slice(0, -2),
    path.replace(/\?.*/, ""),
    bookingLinks({ SITE_URL: "", SESSION_SECRET: "guessed" } as Env, {
      bookingId: mine.id,
      date: new Date(Date.now() + 1e9),
      timeZone: "UTC",
    }).cancel,
  ];
  for (const link of forged) {
    const page = await club.fetch(link);
    expect(page.status, link).toBe(404);
    expect(await readPageText(page), link).toContain("This link doesn’t work");
    expect((await club.fetch(link, { method: "POST" })).status, link).toBe(404);
    expect((await club.fetch(link.replace("/cancel", "/calendar.ics"))).status, link).toBe(404);
  }
  const old = await parsePage(await club.fetch(expired.cancel));
  expect(readText(old)).toContain("This link is too old");
  expect(readText(old)).not.toContain("behind you");
  expect(findLinks(old, "See your booking")[0]?.getAttribute("href")).toBe(`/dashboard/bookings/${mine.id}`);
  expect((await club.fetch(expired.cancel, { method: "POST" })).status).toBe(404);
  expect((await club.fetch(expired.calendar)).status).toBe(404);
  expect(await countBookings(club, mine.eventId)).toBe(1);
  expect(await countBookings(club, other.eventId)).toBe(1);
});

test("whose link it is tells nobody at which other dinners they are: only their own session does", async () => {
  const cityId = await createCity(club);
  const [own = "", booked = "", free = ""] = await Promise.all(
    [100, 110, 120].map((hoursFromNow) => createEvent(club, { cityId, hoursFromNow })),
  );
  const diner = await signUpDiner(club);
  await book(diner, booked);
  const id = await book(diner, own);
  const links = (await listEmailsTo(club, diner.email)).map(({ text }) => findLink(text, "cancel"));
  const path = links.find((link) => link.includes(id)) ?? "";
  expect((await club.fetch(path, { method: "POST" })).status).toBe(200);
  const readNext = async (response: Response) =>
    findLinks(await parsePage(response), /^Book this one/)[0]?.getAttribute("href");
  expect(await readNext(await club.fetch(path))).toBe(`/events?event=${booked}`);
  expect(await readNext(await (await signUpDiner(club)).get(path))).toBe(`/events?event=${booked}`);
  expect(await readNext(await diner.get(path))).toBe(`/events?event=${free}`);
});

test("links that were sent to a former address open nothing, and those to the new one do", async () => {
  const { diner, eventId, id, text } = await bookAndReadEmail();
  await seatTogether(club, eventId, [id]);
  const paths = ["cancel", "calendar.ics"] as const;
  const sent = paths.map((action) => findLink(text, action));
  const env = { SITE_URL: "", SESSION_SECRET: "for-tests-only-for-tests-only-32" } as Env;
  const { date } = (await club.db.select().from(events).where(eq(events.id, eventId)))[0] ?? {
    date: new Date(),
  };
  sent.push(bookingLinks(env, { bookingId: id, date, timeZone: testCity.timeZone }).feedback);
  sent.push(unsubscribeLink(env, id));
  for (const path of sent) expect((await club.fetch(path)).status, path).toBe(200);

  const email = newEmail();
  await beVerified(club, diner.cookie);
  await diner.post("/dashboard/settings/email", { email });
  await diner.post("/dashboard/settings/email", { token: await findLinkToken(club, email) });
  for (const path of sent) {
    expect((await club.fetch(path)).status, path).toBe(path.startsWith("/unsubscribe") ? 400 : 404);
    expect((await club.fetch(path, { method: "POST" })).status, path).toBeGreaterThanOrEqual(400);
  }
  // Also in an email that was written before the change, and leaves only now.
  const [late] = (await listEmailsTo(club, diner.email)).filter(({ kind }) => kind === "booking-received");
  expect((await club.fetch(findLink(late?.text, "cancel"))).status).toBe(404);
  expect(await countBookings(club, eventId)).toBe(1);
  await club.db.update(outbox).set({ to: email }).where(eq(outbox.bookingId, id));
  const [now] = (await listEmailsTo(club, email)).filter(({ kind }) => kind === "booking-received");
  await club.db.update(outbox).set({ kind: "reminder" }).where(eq(outbox.bookingId, id));
  const [reminder] = (await listEmailsTo(club, email)).filter(({ kind }) => kind === "reminder");
  const [, unsubscribe = ""] = /(\/unsubscribe\?\S+)/.exec(reminder?.text ?? "") ?? [];
  expect((await club.fetch(unsubscribe)).status).toBe(200);
  expect((await club.fetch(findLink(now?.text, "cancel"), { method: "POST" })).status).toBe(200);
  expect(await countBookings(club, eventId)).toBe(0);
});
