import { asc, desc, eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { jsonList, jsonPortions } from "#app/db/json-list.ts";
import { bookings, cities, events, profiles, tables, users, venues } from "#app/db/schema.ts";
import { lastBookings } from "./booking-conditions.ts";

const columns = {
  id: bookings.id,
  userId: bookings.userId,
  eventId: bookings.eventId,
  email: users.email,
  firstName: profiles.firstName,
  confirmed: bookings.confirmed,
  canceled: bookings.canceled,
  standby: bookings.standby,
  standbyReason: bookings.standbyReason,
  attendance: bookings.attendance,
  createdAt: bookings.createdAt,
  tableId: bookings.tableId,
  togetherId: bookings.togetherId,
  table: tables.number,
  date: events.date,
  matchedAt: events.matchedAt,
  cityName: sql<string>`${cities.name}`.as("city_name"),
  citySlug: cities.slug,
  timeZone: cities.timeZone,
  /** Of the table; null without a seat. */
  venueName: venues.name,
};

export type EventBooking = Awaited<ReturnType<typeof listEventBookings>>[number];

const selectEventBookings = (db: Database) =>
  db
    .select(columns)
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .innerJoin(users, eq(users.id, bookings.userId))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .leftJoin(tables, eq(tables.id, bookings.tableId))
    .leftJoin(venues, eq(venues.id, tables.venueId));

export async function listEventBookings(db: Database, eventId: string) {
  return selectEventBookings(db)
    .where(eq(bookings.eventId, eventId))
    .orderBy(asc(bookings.createdAt), asc(bookings.id));
}

export async function listStandbyBookings(db: Database, eventId: string): Promise<EventBooking[]> {
  return selectEventBookings(db)
    .where(
      sql`${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0 and ${bookings.confirmed} = 0
        and ${bookings.standby} = 1`,
    )
    .orderBy(asc(bookings.createdAt), asc(bookings.id));
}

/** Whom `cancelLastBookings` would cancel, the latest first. */
export async function listLastBookings(
  db: Database,
  eventId: string,
  keptCount: number,
): Promise<EventBooking[]> {
  return selectEventBookings(db)
    .where(sql`${bookings.id} in ${lastBookings(eventId, keptCount)}`)
    .orderBy(desc(bookings.createdAt), desc(bookings.id));
}

export async function listBookingsByIds(db: Database, ids: readonly string[]): Promise<EventBooking[]> {
  const found: EventBooking[] = [];
  for (const some of jsonPortions(ids))
    found.push(...(await selectEventBookings(db).where(sql`${bookings.id} in ${jsonList(some)}`)));
  return found;
}

export async function listUserBookings(db: Database, userId: string): Promise<EventBooking[]> {
  return selectEventBookings(db).where(eq(bookings.userId, userId)).orderBy(asc(events.date));
}

export async function findEventBooking(db: Database, id: string): Promise<EventBooking | undefined> {
  const [found] = await selectEventBookings(db).where(eq(bookings.id, id));
  return found;
}
