import { TZDate } from "@date-fns/tz";
import { eq } from "drizzle-orm";
import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { events, eventVenues } from "#app/db/schema/event.ts";
import { venues } from "#app/db/schema/venue.ts";
import { tables } from "#app/db/schema.ts";
import { makeTables } from "#app/jobs/make-tables.server.ts";
import { insertDinersWithAnswers } from "#tests/support/events.ts";
import { createJobContext } from "#tests/support/jobs.ts";
import type { Club } from "#tests/support/start-club.ts";
import { addPerson, mates, type Person } from "./people.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const shares = [
  "Most of you could talk about books for hours.",
  "All five of you order dishes you’ve never heard of.",
  "Most of you like to share everything.",
];

/** At 7 PM in Budapest; negative for the past. */
export function inDays(days: number): Date {
  const date = new TZDate(Date.now(), "Europe/Budapest");
  date.setDate(date.getDate() + days);
  date.setHours(19, 0, 0, 0);
  return new Date(date.getTime());
}

export const inMinutes = (minutes: number) =>
  new Date((Math.round(Date.now() / minuteMs) + minutes) * minuteMs);

export interface Dinner {
  eventId: string;
  venueId: string;
}

interface DinnerOptions {
  city?: string;
  venue?: string;
  tables?: number;
  /** Can be booked. */
  isOpen?: boolean;
}

/** In a city of the seed, and not in its list unless it is open. */
export async function addDinner(
  { db }: Club,
  date: Date,
  { city = "budapest", venue = "Kis Kakukk Vendéglő", tables = 4, isOpen = false }: DinnerOptions = {},
): Promise<Dinner> {
  const eventId = crypto.randomUUID();
  const [{ id: cityId = "" } = {}] = await db.select().from(cities).where(eq(cities.slug, city));
  const [{ id: venueId = "" } = {}] = await db.select().from(venues).where(eq(venues.name, venue));
  const usualEnd = date.getTime() - 2 * dayMs;
  const closesAt = new Date(isOpen ? usualEnd : Math.min(usualEnd, Date.now() - hourMs));
  await db.batch([
    db.insert(events).values({
      id: eventId,
      cityId,
      date,
      scheduledFor: date,
      closesAt,
      matchedAt: isOpen ? null : closesAt,
      available: true,
    }),
    db.insert(eventVenues).values({ eventId, venueId, tables }),
  ]);
  return { eventId, venueId };
}

/** Returns the id of a booking of this person, as it is after these changes. */
export async function addBooking(
  { db }: Club,
  { userId }: Pick<Person, "userId">,
  { eventId }: Dinner,
  changes: Partial<typeof bookings.$inferInsert> = {},
): Promise<string> {
  const id = crypto.randomUUID();
  const createdAt = new Date(Date.now() - 12 * dayMs);
  await db.insert(bookings).values({ id, userId, eventId, createdAt, ...changes });
  return id;
}

export interface Seated extends Dinner {
  tableId: string;
  /** In the order of the people. */
  bookingIds: string[];
}

let tableNumber = 2;

/** A table at which these people have a seat. */
export async function seat(club: Club, dinner: Dinner, people: Pick<Person, "userId">[]): Promise<Seated> {
  const tableId = crypto.randomUUID();
  const { eventId, venueId } = dinner;
  await club.db.insert(tables).values({ id: tableId, eventId, venueId, number: ++tableNumber, shares });
  const bookingIds: string[] = [];
  for (const person of people)
    bookingIds.push(
      await addBooking(club, person, dinner, {
        confirmed: true,
        tableId,
        sequence: 1,
        remindedAt: new Date(),
      }),
    );
  return { ...dinner, tableId, bookingIds };
}

/** Five at a table; the first is the one who looks. */
export async function seatFive(club: Club, person: Person, date: Date, options: DinnerOptions = {}) {
  const others = await Promise.all(mates.map((name) => addPerson(club, name)));
  const people = [person, ...others];
  return { people, ...(await seat(club, await addDinner(club, date, options), people)) };
}

/** A dinner whose tables the matcher has made, so that it has a record. */
export async function matchDinner(club: Club, person: Person, date: Date): Promise<Seated> {
  const dinner = await addDinner(club, date);
  const { db } = club;
  await db.update(events).set({ matchedAt: null }).where(eq(events.id, dinner.eventId));
  const others = await insertDinersWithAnswers(club, 9);
  const bookingIds = [await addBooking(club, person, dinner)];
  for (const userId of others) bookingIds.push(await addBooking(club, { userId }, dinner));
  for (const [i, userId] of others.entries())
    await club.binding
      .prepare("UPDATE profiles SET first_name = ? WHERE id = ?")
      .bind(mates[i % mates.length], userId)
      .run();
  await makeTables.run(createJobContext(club), dinner.eventId, new Date(), { isRetry: false });
  return { ...dinner, tableId: "", bookingIds };
}
