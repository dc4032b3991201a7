/** Dinners as their operator sees and changes them. Each change is one guarded batch: done twice, it is done once. */
import { and, asc, eq, gte, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events, venues } from "#app/db/schema.ts";
import { canceledByClub } from "#app/models/booking/due-bookings.server.ts";
import { recordOperatorChange } from "#app/models/matching/operator-changes.server.ts";
import { type BookingEmail, jsonList, queueBookingEmails } from "#app/models/outbox/booking-emails.server.ts";
import { takenSeatCount } from "./upcoming-events.server.ts";

const eventColumns = {
  id: events.id,
  date: events.date,
  closesAt: events.closesAt,
  capacity: events.capacity,
  available: events.available,
  matchedAt: events.matchedAt,
  canceledAt: events.canceledAt,
  venueId: events.venueId,
  venueName: venues.name,
  venueAddress: venues.address,
  mapsLink: venues.googleMapsLink,
  timeZone: venues.timeZone,
  taken: takenSeatCount.as("taken"),
};

export type EventDetails = Awaited<ReturnType<typeof listEvents>>[number];

const selectEvents = (db: Database) =>
  db.select(eventColumns).from(events).innerJoin(venues, eq(venues.id, events.venueId));

export async function listEvents(db: Database, from: Date) {
  return selectEvents(db).where(gte(events.date, from)).orderBy(asc(events.date));
}

export async function findEvent(db: Database, id: string): Promise<EventDetails | undefined> {
  const [found] = await selectEvents(db).where(eq(events.id, id));
  return found;
}

interface NewEvent {
  venueId: string;
  date: Date;
  closesAt: Date;
  capacity: number;
}

/** Unless there is one at that hour and place. */
export async function addEvent(db: Database, fresh: NewEvent): Promise<string | undefined> {
  const [added] = await db
    .insert(events)
    .values({ ...fresh, available: true })
    .onConflictDoNothing()
    .returning({ id: events.id });
  return added?.id;
}

interface Edit {
  id: string;
  changes: Partial<NewEvent> & { available?: boolean };
  /** To everyone booked, where the hour or the place is another. */
  emails: BookingEmail[] | undefined;
  now: Date;
}

const isUpcoming = (id: string, now: Date) =>
  sql`${events.id} = ${id} and ${events.canceledAt} is null and ${events.date} > ${now.getTime()}`;

/** Nobody has booked whom these letters leave out. */
const emailsReachEveryBooking = (eventId: string, letters: BookingEmail[]) =>
  sql`not exists (select 1 from ${bookings} where ${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0
    and ${bookings.id} not in ${jsonList(letters.map(({ bookingId }) => bookingId))})`;

/** Whether it is changed: not below the seats that are taken, and not past anyone who booked meanwhile. */
export async function editEvent(db: Database, { id, changes, emails, now }: Edit): Promise<boolean> {
  const fits = changes.capacity === undefined ? sql`1` : sql`${takenSeatCount} <= ${changes.capacity}`;
  const may = sql`${isUpcoming(id, now)} and ${fits} and ${emails ? emailsReachEveryBooking(id, emails) : sql`1`}`;
  const change = db.update(events).set(changes).where(may).returning({ id: events.id });
  if (!emails) return (await change).length === 1;
  const stands = sql`exists (select 1 from ${events} where ${may})`;
  const [, , , changed] = await db.batch([
    queueBookingEmails(db, emails, now, sql`${bookings.canceled} = 0 and ${stands}`),
    recordOperatorChange(db, { eventId: id, what: "The dinner was moved.", now }, stands),
    db
      .update(bookings)
      .set({ sequence: sql`${bookings.sequence} + 1`, remindedAt: null })
      .where(and(eq(bookings.eventId, id), eq(bookings.canceled, false), stands)),
    change,
  ]);
  return changed.length === 1;
}

/** Ends booking now: the tables are made the next time the cron looks. */
export async function closeEvent(db: Database, id: string, now: Date): Promise<boolean> {
  const closed = await db
    .update(events)
    .set({ closesAt: now })
    .where(sql`${isUpcoming(id, now)} and ${events.closesAt} > ${now.getTime()}`)
    .returning({ id: events.id });
  return closed.length === 1;
}

interface Cancellation {
  id: string;
  emails: BookingEmail[];
  now: Date;
}

/** The dinner, every seat at it and a mail to each, in one; not while somebody has booked whom no letter is for. */
export async function cancelEvent(db: Database, { id, emails, now }: Cancellation): Promise<boolean> {
  const may = sql`${isUpcoming(id, now)} and ${emailsReachEveryBooking(id, emails)}`;
  const stands = sql`exists (select 1 from ${events} where ${may})`;
  const [, , , canceled] = await db.batch([
    queueBookingEmails(db, emails, now, sql`${bookings.canceled} = 0 and ${stands}`),
    recordOperatorChange(db, { eventId: id, what: "The dinner was canceled.", now }, stands),
    db
      .update(bookings)
      .set(canceledByClub(now))
      .where(and(eq(bookings.eventId, id), eq(bookings.canceled, false), stands)),
    db
      .update(events)
      .set({ available: false, canceledAt: now, claimedBy: null })
      .where(may)
      .returning({ id: events.id }),
  ]);
  return canceled.length === 1;
}
