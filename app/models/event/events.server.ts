import { asc, eq, gte, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertRows } from "#app/db/insert-where.ts";
import { jsonList } from "#app/db/json-list.ts";
import { bookings, events, venues } from "#app/db/schema.ts";
import { takenSeatCount } from "#app/models/booking/taken-seats.server.ts";
import { announceMove, cancelAllByClub } from "#app/models/booking/transitions.server.ts";
import { recordOperatorChange } from "#app/models/operator-change/operator-changes.server.ts";
import type { BookingEmail } from "#app/models/outbox/booking-emails.server.ts";

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

/** Returns nothing where the venue has an event at that time. */
export async function addEvent(db: Database, event: NewEvent): Promise<string | undefined> {
  const [added] = await addEvents(db, [{ ...event, available: true }]);
  return added?.id;
}

/** A statement that skips events of a schedule, or of a venue and time, that exist already. */
export const addEvents = (db: Database, rows: (typeof events.$inferInsert)[]) =>
  insertRows(db, events, rows).onConflictDoNothing().returning({ id: events.id });

const isUpcoming = (id: string, now: Date) =>
  sql`${events.id} = ${id} and ${events.canceledAt} is null and ${events.date} > ${now.getTime()}`;

/** False when somebody has booked since the emails were made. */
const emailsReachEveryBooking = (eventId: string, emails: BookingEmail[]) =>
  sql`not exists (select 1 from ${bookings} where ${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0
    and ${bookings.id} not in ${jsonList(emails.map(({ bookingId }) => bookingId))})`;

const eventExists = (condition: SQL) => sql`exists (select 1 from ${events} where ${condition})`;

interface Edit {
  id: string;
  changes: Partial<NewEvent> & { available?: boolean };
  now: Date;
}

const editCondition = ({ id, changes, now }: Edit) =>
  changes.capacity === undefined
    ? isUpcoming(id, now)
    : sql`${isUpcoming(id, now)} and ${takenSeatCount} <= ${changes.capacity}`;

/** Changes what no diner has to hear of; not below the number of taken seats. */
export async function editEvent(db: Database, edit: Edit): Promise<boolean> {
  const changed = await db
    .update(events)
    .set(edit.changes)
    .where(editCondition(edit))
    .returning({ id: events.id });
  return changed.length === 1;
}

/** Changes the time or the venue, and tells every diner. */
export async function moveEvent(
  db: Database,
  { emails, ...edit }: Edit & { emails: BookingEmail<"event-moved">[] },
): Promise<boolean> {
  const { id, changes, now } = edit;
  const condition = sql`${editCondition(edit)} and ${emailsReachEveryBooking(id, emails)}`;
  const changed = await runBatch(
    db,
    [
      recordOperatorChange(db, { eventId: id, what: "The dinner was moved.", now }, eventExists(condition)),
      ...announceMove(db, id, emails, eventExists(condition), now),
    ],
    db.update(events).set(changes).where(condition).returning({ id: events.id }),
  );
  return changed.length === 1;
}

/** Ends booking now; the next run of the cron makes the tables. */
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
  emails: BookingEmail<"canceled-by-club">[];
  now: Date;
}

export async function cancelEvent(db: Database, { id, emails, now }: Cancellation): Promise<boolean> {
  const condition = sql`${isUpcoming(id, now)} and ${emailsReachEveryBooking(id, emails)}`;
  const canceled = await runBatch(
    db,
    [
      recordOperatorChange(
        db,
        { eventId: id, what: "The dinner was canceled.", now },
        eventExists(condition),
      ),
      ...cancelAllByClub(db, id, emails, eventExists(condition), now),
    ],
    db
      .update(events)
      .set({ available: false, canceledAt: now, claimedBy: null })
      .where(condition)
      .returning({ id: events.id }),
  );
  return canceled.length === 1;
}
