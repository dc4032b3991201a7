import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events, profiles, users, venues } from "#app/db/schema.ts";
import { eventTimes } from "#app/lib/event-times.ts";
import { type BookingEmail, jsonList, queueBookingEmails } from "#app/models/outbox/booking-emails.server.ts";
import type { Email } from "#app/models/outbox/outbox.server.ts";

const columns = {
  bookingId: bookings.id,
  tableId: bookings.tableId,
  eventId: bookings.eventId,
  email: users.email,
  firstName: profiles.firstName,
  wantsReminders: profiles.wantsReminders,
  date: events.date,
  timeZone: venues.timeZone,
  venueName: venues.name,
  venueAddress: venues.address,
  mapsLink: venues.googleMapsLink,
};

const selectDueBookings = (db: Database) =>
  db
    .select(columns)
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(venues, eq(venues.id, events.venueId))
    .innerJoin(users, eq(users.id, bookings.userId))
    .innerJoin(profiles, eq(profiles.id, bookings.userId));

export type DueBooking = Awaited<ReturnType<typeof findUnremindedBookings>>[number];

/** Dinner is this near, and not begun. */
const within = (ahead: number, now: Date) =>
  sql`${events.date} > ${now.getTime()} and ${events.date} <= ${now.getTime() + ahead}`;

/** Everyone seated at a dinner of the coming day, whose table was not reminded yet. */
export async function findUnremindedBookings(db: Database, now: Date) {
  return selectDueBookings(db)
    .where(
      and(
        within(eventTimes.reminderBeforeMs, now),
        eq(bookings.confirmed, true),
        eq(bookings.canceled, false),
        sql`${bookings.remindedAt} is null`,
      ),
    )
    .orderBy(asc(profiles.firstName));
}

/** Everyone who still waits when waiting ends, or whose dinner went by while nobody looked. */
export async function findEndedStandby(db: Database, now: Date) {
  return selectDueBookings(db).where(
    and(
      eq(bookings.confirmed, false),
      eq(bookings.canceled, false),
      sql`${events.date} <= ${now.getTime() + eventTimes.standbyEndsBeforeMs}
        and (${events.matchedAt} is not null or ${events.date} <= ${now.getTime()})`,
    ),
  );
}

/** A mail to each, and their bookings marked, in one; of two who remind at once, one does. */
export async function markReminded(
  db: Database,
  guests: DueBooking[],
  letters: BookingEmail[],
  now: Date,
): Promise<void> {
  const open = sql`${bookings.remindedAt} is null and ${bookings.canceled} = 0`;
  await db.batch([
    queueBookingEmails(db, letters, now, open),
    db
      .update(bookings)
      .set({ remindedAt: now })
      .where(sql`${open} and ${bookings.id} in ${jsonList(guests.map(({ bookingId }) => bookingId))}`),
  ]);
}

/** Cancels who was not seated, and tells them, in one. */
export async function endStandby(db: Database, letters: BookingEmail[], now: Date): Promise<void> {
  const open = sql`${bookings.confirmed} = 0 and ${bookings.canceled} = 0`;
  await db.batch([
    queueBookingEmails(db, letters, now, open),
    db
      .update(bookings)
      .set({
        canceled: true,
        canceledAt: now,
        canceledByClub: true,
        sequence: sql`${bookings.sequence} + 1`,
      })
      .where(sql`${open} and ${bookings.id} in ${jsonList(letters.map(({ bookingId }) => bookingId))}`),
  ]);
}

interface Unseated {
  bookingId: string;
  /** The table that is no more. */
  tableId: string;
  mail: Email;
}

/** On our side: it costs its diner nothing, and they come first the next time. */
export const canceledByClub = (now: Date) => ({
  canceled: true,
  canceledAt: now,
  canceledByClub: true,
  tableId: null,
  standby: true,
  sequence: sql`${bookings.sequence} + 1`,
});

/** Cancels who sat at a table that is dissolved. */
export async function dissolve(
  db: Database,
  { bookingId, tableId, mail }: Unseated,
  now: Date,
): Promise<void> {
  const open = sql`${bookings.tableId} = ${tableId} and ${bookings.canceled} = 0`;
  await db.batch([
    queueBookingEmails(db, [{ bookingId, email: mail }], now, open),
    db.update(bookings).set(canceledByClub(now)).where(sql`${open} and ${bookings.id} = ${bookingId}`),
  ]);
}
