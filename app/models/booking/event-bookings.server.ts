/** Seats as an operator sees and changes them by hand. */
import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { avoidances, bookings, events, profiles, tables, users, venues } from "#app/db/schema.ts";
import { recordOperatorChange } from "#app/models/matching/operator-changes.server.ts";
import { type BookingEmail, jsonList, queueBookingEmails } from "#app/models/outbox/booking-emails.server.ts";
import { canceledByClub } from "./due-bookings.server.ts";
import { seatStatements } from "./transitions.server.ts";

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

const isAhead = (now: Date) =>
  sql`exists (select 1 from ${events} where ${events.id} = ${bookings.eventId} and ${events.date} > ${now.getTime()})`;

/** On our side: it costs its diner nothing, and they come first the next time. Whether it did anything. */
export async function cancelByClub(
  db: Database,
  { eventId, letter, now }: { eventId: string; letter: BookingEmail; now: Date },
): Promise<boolean> {
  const open = sql`${bookings.id} = ${letter.bookingId} and ${bookings.canceled} = 0 and ${isAhead(now)}`;
  const stands = sql`exists (select 1 from ${bookings} where ${open})`;
  const [, , canceled] = await db.batch([
    queueBookingEmails(db, [letter], now, open),
    recordOperatorChange(db, { eventId, what: "A booking was canceled by the club.", now }, stands),
    db.update(bookings).set(canceledByClub(now)).where(open).returning({ id: bookings.id }),
  ]);
  return canceled.length === 1;
}

interface Seating {
  eventId: string;
  table: { id: string; number: number };
  /** What that table shares with them at it. */
  shares: string[];
  letter: BookingEmail;
  now: Date;
}

/** Gives who waits a chair at this table: while there is one, and nobody at it they are to be kept from. */
export async function seatByOperator(
  db: Database,
  { eventId, table, shares, letter, now }: Seating,
): Promise<boolean> {
  const open = sql`${bookings.id} = ${letter.bookingId} and ${bookings.canceled} = 0 and ${bookings.tableId} is null
    and ${isAhead(now)}
    and (select count(*) from bookings others where others.table_id = ${table.id} and others.canceled = 0) < 5
    and not exists (select 1 from bookings others
      join ${avoidances} on (${avoidances.userId} = others.user_id and ${avoidances.otherId} = ${bookings.userId})
        or (${avoidances.userId} = ${bookings.userId} and ${avoidances.otherId} = others.user_id)
      where others.table_id = ${table.id} and others.canceled = 0)`;
  const what = `Somebody who waited was given a chair at table ${table.number}.`;
  const [, , seated] = await db.batch([
    queueBookingEmails(db, [letter], now, open),
    recordOperatorChange(db, { eventId, what, now }, sql`exists (select 1 from ${bookings} where ${open})`),
    ...seatStatements(db, { bookingId: letter.bookingId, to: table.id, shares }, open),
  ]);
  return seated.length === 1;
}

/** Of those who had a chair: who came and who did not. How many were marked. */
export async function markAttendance(
  db: Database,
  eventId: string,
  marks: { attended: string[]; noShow: string[] },
): Promise<number> {
  const mark = (attendance: "attended" | "no-show", ids: string[]) =>
    db
      .update(bookings)
      .set({ attendance })
      .where(
        and(
          eq(bookings.eventId, eventId),
          eq(bookings.confirmed, true),
          eq(bookings.canceled, false),
          sql`${bookings.id} in ${jsonList(ids)}`,
        ),
      )
      .returning({ id: bookings.id });
  const [came, missed] = await db.batch([mark("attended", marks.attended), mark("no-show", marks.noShow)]);
  return came.length + missed.length;
}
