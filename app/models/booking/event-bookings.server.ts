import { asc, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events, profiles, tables, users, venues } from "#app/db/schema.ts";

const columns = {
  id: bookings.id,
  userId: bookings.userId,
  eventId: bookings.eventId,
  email: users.email,
  firstName: profiles.firstName,
  confirmed: bookings.confirmed,
  canceled: bookings.canceled,
  standby: bookings.standby,
  attendance: bookings.attendance,
  createdAt: bookings.createdAt,
  tableId: bookings.tableId,
  table: tables.number,
  date: events.date,
  matchedAt: events.matchedAt,
  venueName: venues.name,
  venueAddress: venues.address,
  mapsLink: venues.googleMapsLink,
  timeZone: venues.timeZone,
};

export type EventBooking = Awaited<ReturnType<typeof listEventBookings>>[number];

const selectEventBookings = (db: Database) =>
  db
    .select(columns)
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(venues, eq(venues.id, events.venueId))
    .innerJoin(users, eq(users.id, bookings.userId))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .leftJoin(tables, eq(tables.id, bookings.tableId));

export async function listEventBookings(db: Database, eventId: string) {
  return selectEventBookings(db)
    .where(eq(bookings.eventId, eventId))
    .orderBy(asc(bookings.createdAt), asc(bookings.id));
}

export async function listUserBookings(db: Database, userId: string): Promise<EventBooking[]> {
  return selectEventBookings(db).where(eq(bookings.userId, userId)).orderBy(asc(events.date));
}

export async function findEventBooking(db: Database, id: string): Promise<EventBooking | undefined> {
  const [found] = await selectEventBookings(db).where(eq(bookings.id, id));
  return found;
}
