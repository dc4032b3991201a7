import { asc, eq, gte, type SQL, sql } from "drizzle-orm";
import { runBatch, runStatements } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertRows } from "#app/db/insert-where.ts";
import { events, venues } from "#app/db/schema.ts";
import { takenSeatCount } from "#app/models/booking/taken-seats.server.ts";
import { announceMove, cancelAllByClub } from "#app/models/booking/transitions.server.ts";
import { recordOperatorChange } from "#app/models/operator-change/operator-changes.server.ts";
import type { Email } from "#app/models/outbox/outbox.server.ts";

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

interface Move extends Edit {
  email: Email<"event-moved">;
}

/** Changes the time or the venue, and tells every diner. */
export async function moveEvent(db: Database, { email, ...edit }: Move): Promise<boolean> {
  const { id, changes, now } = edit;
  const condition = editCondition(edit);
  const changed = await runBatch(
    db,
    [
      recordOperatorChange(db, { eventId: id, what: "The dinner was moved.", now }, eventExists(condition)),
      ...announceMove(db, id, email, eventExists(condition), now),
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
    recordOperatorChange(db, { eventId: id, what, now }, eventExists(condition)),
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
