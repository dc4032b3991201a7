import { and, asc, eq, gte, type SQL, sql } from "drizzle-orm";
import { runStatements } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertRows } from "#app/db/insert-where.ts";
import { events, venues } from "#app/db/schema.ts";
import { selectBookingCounts, sumBookingCounts } from "#app/models/booking/booking-counts.server.ts";
import {
  announceMove,
  cancelAllByClub,
  cancelLastBookings,
} from "#app/models/booking/event-transitions.server.ts";
import { closeTables } from "#app/models/booking/tables.server.ts";
import { takenSeatCount } from "#app/models/booking/taken-seats.server.ts";
import type { Email } from "#app/models/outbox/outbox.server.ts";
import { recordTableChange } from "#app/models/table-change/table-changes.server.ts";

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

/** In one round trip, however many events there are. */
export async function listEventsWithCounts(db: Database, from: Date) {
  const [found, counts] = await db.batch([
    selectEvents(db).where(gte(events.date, from)).orderBy(asc(events.date)),
    selectBookingCounts(db, sql`(select id from ${events} where date >= ${from.getTime()})`),
  ]);
  const countsByEvent = Map.groupBy(counts, ({ eventId }) => eventId);
  return found.map((event) => ({
    ...event,
    bookings: sumBookingCounts(countsByEvent.get(event.id) ?? []),
  }));
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
  const [added = []] = await runStatements(db, addEvents(db, [{ ...event, available: true }]));
  return (added as { id: string }[])[0]?.id;
}

/** Statements that skip events of a schedule, or of a venue and time, that exist already. */
export const addEvents = (db: Database, rows: (typeof events.$inferInsert)[]) =>
  insertRows(db, events, rows).map((statement) =>
    statement.onConflictDoNothing().returning({ id: events.id }),
  );

const isUpcoming = (id: string, now: Date) =>
  sql`${events.id} = ${id} and ${events.canceledAt} is null and ${events.date} > ${now.getTime()}`;

const eventExists = (condition: SQL) => sql`exists (select 1 from ${events} where ${condition})`;

export async function hasEventAt(db: Database, venueId: string, date: Date): Promise<boolean> {
  const found = await db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.venueId, venueId), eq(events.date, date)));
  return found.length > 0;
}

export type EventChanges = Partial<NewEvent> & { available?: boolean };

interface Edit {
  id: string;
  changes: EventChanges;
  /** As it was read: fewer tables mean something else once the tables are made. */
  matchedAt: Date | null;
  /** As it was read, where it changes: somebody may have ended booking meanwhile. */
  closesAt?: Date | undefined;
  /** Where the time or the venue changes: tells every diner. */
  email?: Email<"event-moved"> | undefined;
  /** Before the tables are made: the last bookers lose their seats where there are fewer now. */
  cancelsLast?: { because: string | undefined } | undefined;
  /** After the tables are made. */
  closes?: { id: string; number: number }[];
  now: Date;
}

/**
 * Returns how many bookings were canceled, and nothing where the event changed in the meantime. Before the tables are made
 * an event has at least as many seats as bookings; after that, who has no seat is on standby.
 */
export async function editEvent(db: Database, edit: Edit): Promise<number | undefined> {
  const { id, changes, matchedAt, closesAt, email, cancelsLast, closes = [], now } = edit;
  const { capacity } = changes;
  const hasSameEnd = closesAt ? sql`${events.closesAt} = ${closesAt.getTime()}` : sql`true`;
  const isUnchanged = sql`${isUpcoming(id, now)} and ${events.matchedAt} is ${matchedAt?.getTime() ?? null}
    and ${hasSameEnd}`;
  const hasSeats = capacity === undefined || matchedAt ? sql`true` : sql`${takenSeatCount} <= ${capacity}`;
  const condition =
    capacity === undefined && !changes.closesAt && closes.length === 0
      ? isUpcoming(id, now)
      : sql`${isUnchanged} and ${hasSeats}`;
  const cancellation =
    cancelsLast && capacity !== undefined
      ? cancelLastBookings(
          db,
          { eventId: id, ...cancelsLast, keptCount: capacity, now },
          eventExists(sql`${isUnchanged} and ${events.matchedAt} is null`),
        )
      : [];
  const results = await runStatements(db, [
    ...cancellation,
    ...(closes.length > 0
      ? closeTables(db, { eventId: id, tables: closes, now }, eventExists(condition))
      : []),
    ...(email
      ? [
          recordTableChange(
            db,
            { eventId: id, what: "The dinner was moved.", madeBy: "operator", now },
            eventExists(sql`${condition} and ${isMoved(changes)}`),
          ),
          ...announceMove(db, id, email, eventExists(condition), now),
        ]
      : []),
    db
      .update(events)
      .set({ ...changes, capacity: capacity ?? sql`${events.capacity}`, ...(email ? { movedAt: now } : {}) })
      .where(condition)
      .returning({ id: events.id }),
  ]);
  if (results.at(-1)?.length !== 1) return undefined;
  return cancellation.length > 0 ? (results[cancellation.length - 1]?.length ?? 0) : 0;
}

const isMoved = ({ date, venueId }: EventChanges) =>
  sql`(${events.date} <> ${date?.getTime() ?? events.date} or ${events.venueId} <> ${venueId ?? events.venueId})`;

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
  because: string | undefined;
  now: Date;
}

/** Returns how many bookings were canceled, and nothing where the event was canceled or over already. */
export async function cancelEvent(
  db: Database,
  { id, because, now }: Cancellation,
): Promise<number | undefined> {
  const condition = isUpcoming(id, now);
  const what = "The dinner was canceled.";
  const results = await runStatements(db, [
    recordTableChange(db, { eventId: id, what, madeBy: "operator", now }, eventExists(condition)),
    ...cancelAllByClub(db, { eventId: id, because, now }, eventExists(condition)),
    db
      .update(events)
      .set({ available: false, canceledAt: now, claimedBy: null })
      .where(condition)
      .returning({ id: events.id }),
  ]);
  const [bookings = [], canceled = []] = results.slice(-2);
  return canceled.length === 1 ? bookings.length : undefined;
}
