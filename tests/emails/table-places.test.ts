import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { bookingLinks } from "#app/emails/links.server.ts";
import { dateAndTime, longDate, timeOfDay, withPlainSpaces } from "#app/lib/dates.ts";
import { findBookingForLink } from "#app/models/booking/bookings.server.ts";
import { book } from "#app/models/booking/transitions.server.ts";
import { editEvent, findEvent } from "#app/models/event/events.server.ts";
import { createCityEvent, viennaCity } from "#tests/support/cities.ts";
import { openClub } from "#tests/support/club.ts";
import { emailEnv, readOutbox } from "#tests/support/emails.ts";
import { insertDinersWithAnswers } from "#tests/support/events.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";

/** Eleven diners in Vienna, at two restaurants with a table each, so that one has no seat. */
const club = openClub();
const start = Date.now();
const hours = (count: number) => new Date(start + count * 3_600_000);
const inVienna = (date: Date) => withPlainSpaces(dateAndTime(date, "Europe/Vienna"));
const venues = [
  {
    name: "Lindenhof",
    address: "Neubaugasse 41, 1070 Wien",
    district: "Neubau",
    phone: "+43 1 555 0101",
    tables: 1,
  },
  { name: "Zur Kastanie", address: "Lerchenfelder Straße 72, 1080 Wien", tables: 1 },
];
let eventId = "";
let dinerIds: string[];

/** By diner, the newest of this kind. */
async function readEmails(kind: string): Promise<Map<string, string>> {
  const emails = (await readOutbox(club)).filter((email) => email.kind === kind);
  expect(new Set(emails.map(({ to }) => to)).size, "one for each diner").toBe(emails.length);
  return new Map(emails.map(({ to, text }) => [to.replace("@x.y", ""), text]));
}

interface SeatRow {
  user_id: string;
  booking_id: string;
  number: number | null;
  venue: string | null;
}

async function listSeats(): Promise<SeatRow[]> {
  const results =
    await club.db.all<SeatRow>(sql`SELECT b.user_id, b.id AS booking_id, t.number, v.name AS venue FROM bookings b
        LEFT JOIN tables t ON t.id = b.table_id LEFT JOIN venues v ON v.id = t.venue_id WHERE b.event_id = ${eventId}`);
  return results;
}

const places: Record<string, string> = {
  Lindenhof: "Where: Lindenhof\nNeubaugasse 41, 1070 Wien\nNeubau\nPhone: +43 1 555 0101\n",
  "Zur Kastanie": "Where: Zur Kastanie\nLerchenfelder Straße 72, 1080 Wien\n",
};

async function readCalendar(bookingId: string): Promise<string> {
  const booking = await findBookingForLink(club.db, bookingId);
  const { calendar } = bookingLinks(emailEnv, {
    bookingId,
    date: booking?.date ?? new Date(),
    timeZone: "UTC",
  });
  const response = await club.fetch(calendar.slice(new URL(calendar).origin.length));
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll("\r\n ", "");
}

beforeAll(async () => {
  const created = await createCityEvent(club, {
    city: viennaCity,
    hoursFromNow: 150,
    closesInHours: 100,
    venues,
  });
  eventId = created.id;
  await club.binding.exec("UPDATE event_venues SET tables = 1");
  await club.binding.exec("UPDATE events SET capacity = 11");
  dinerIds = await insertDinersWithAnswers(club, 11);
  await club.binding.exec("UPDATE profiles SET wants_reminders = 1");
  for (const [i, userId] of dinerIds.entries())
    await book(club.db, { userId, eventId, now: new Date(start + i) });
});

test("a received booking says the city and no address, in the email and in the calendar", async () => {
  const emails = await readEmails("booking-received");
  expect(emails.size).toBe(11);
  const { date = new Date(0), closesAt = date } = (await findEvent(club.db, eventId)) ?? {};
  for (const text of emails.values()) {
    expect(text, "booking ends at another time than two days before").toContain(
      `We’ll make the tables on ${inVienna(closesAt)}. `,
    );
    expect(text, "names the city once, with the dinner").toContain(`Dinner: ${inVienna(date)} in Vienna\n`);
    expect(text).toContain("If you get a seat, we’ll email you the restaurant and who’s at your table.");
    expect(text).not.toMatch(/Lindenhof|Kastanie|Wien\b|Phone|Table \d|Get Directions/);
  }
  const [seat] = await listSeats();
  const calendar = await readCalendar(seat?.booking_id ?? "");
  expect(calendar).toContain("LOCATION:Vienna\r\n");
  expect(calendar).toContain("STATUS:TENTATIVE");
  expect(calendar).toContain("We’ll tell you the restaurant with your table.");
});

test("a move before the tables are made says the new time and the city", async () => {
  const event = await findEvent(club.db, eventId);
  if (!event) throw new Error("The event is gone");
  const email = {
    kind: "event-moved",
    data: { previousDate: event.date.getTime(), previousTimeZone: event.timeZone },
  } as const;
  expect(await editEvent(club.db, { event, changes: { date: hours(151) }, email, now: hours(1) })).toBe(true);
  for (const text of (await readEmails("event-moved")).values()) {
    const isSameDay = longDate(event.date, "Europe/Vienna") === longDate(hours(151), "Europe/Vienna");
    const before = isSameDay ? timeOfDay(event.date, "Europe/Vienna") : inVienna(event.date);
    expect(text).toContain(`When: ${inVienna(hours(151))}\nBefore: ${withPlainSpaces(before)}\n`);
    expect(text).toContain("Where: Vienna\nYou’ll get the address with your table.");
    expect(text).not.toMatch(/Lindenhof|Kastanie/);
  }
});

test("a confirmed booking says the restaurant, its district and phone, the table and its name", async () => {
  await runJob("makeTables", createJobContext(club), hours(110));
  const seats = (await listSeats()).filter(({ venue }) => venue !== null);
  expect(seats).toHaveLength(10);
  expect(new Set(seats.map(({ venue }) => venue))).toEqual(new Set(["Lindenhof", "Zur Kastanie"]));
  const emails = await readEmails("booking-confirmed");
  for (const { user_id, booking_id, venue, number } of seats) {
    const text = emails.get(user_id) ?? "";
    expect(text).toContain(places[venue ?? ""]);
    expect(text).toContain(`Your table: Table ${number}, reserved for Öten\nA, A, A, A, and you\n`);
    const calendar = await readCalendar(booking_id);
    expect(calendar).toContain(`LOCATION:${venue}\\n`);
    expect(calendar).toContain(`Table ${number}\\, reserved for Öten.`);
    expect(calendar).toContain("STATUS:CONFIRMED");
  }
});

test("standby says why, until when, and what becomes of the deposit", async () => {
  const emails = await readEmails("on-standby");
  expect(emails.size).toBe(1);
  const [text = ""] = emails.values();
  expect(text).toMatch(/Every table is full|weren’t enough people for another table/);
  expect(text).toContain(
    `We’ll keep looking until ${inVienna(hours(148))} in Vienna, and email you either way.`,
  );
  expect(text).toContain("If none comes free, it costs you nothing");
  expect(text).toContain("On standby, canceling is always free.");
  expect(text).not.toMatch(/Lindenhof|Kastanie/);
  const waiting = (await listSeats()).find(({ venue }) => venue === null);
  expect(await readCalendar(waiting?.booking_id ?? "")).toContain("LOCATION:Vienna\r\n");
});

test("a reminder says the same place and table as the confirmation", async () => {
  await runJob("sendReminders", createJobContext(club), hours(130));
  const emails = await readEmails("reminder");
  expect(emails.size).toBe(10);
  for (const { user_id, venue, number } of await listSeats()) {
    if (venue === null) continue;
    expect(emails.get(user_id)).toContain(places[venue]);
    expect(emails.get(user_id)).toContain(`Table ${number}, reserved for Öten`);
  }
});

test("a move after the tables are made says the place that stays", async () => {
  await club.binding.exec("DELETE FROM outbox");
  const event = await findEvent(club.db, eventId);
  if (!event) throw new Error("The event is gone");
  const email = {
    kind: "event-moved",
    data: { previousDate: event.date.getTime(), previousTimeZone: event.timeZone },
  } as const;
  const moved = editEvent(club.db, { event, changes: { date: hours(152) }, email, now: hours(131) });
  expect(await moved).toBe(true);
  const emails = await readEmails("event-moved");
  expect(emails.size).toBe(11);
  for (const { user_id, venue } of await listSeats())
    expect(emails.get(user_id)).toContain(venue === null ? "Where: Vienna\n" : places[venue]);
});
