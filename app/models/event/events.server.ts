import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { eventExists, hasSeveralCities, isUpcoming } from "#app/db/conditions.ts";
import { eventFacts } from "#app/db/dinner-facts.ts";
import { bookings, cities, entryKeys, events, eventVenues } from "#app/db/schema.ts";
import { insertRows, jsonList } from "#app/db/statements.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { forgetReports } from "#app/models/attendance/reports.server.ts";
import {
  type BookingCounts,
  selectBookingCounts,
  sumBookingCounts,
} from "#app/models/booking/event-bookings.server.ts";
import {
  announceMove,
  askBookingsAnew,
  cancelAllByClub,
  keepUnpaid,
} from "#app/models/booking/event-transitions.server.ts";
import { recordTableChange } from "#app/models/booking/table-changes.server.ts";
import type { Email } from "#app/models/outbox/queue-emails.server.ts";
import { forgetAnswers } from "#app/models/sheet/sheets.server.ts";
import {
  addEventVenues,
  areVenuesOf,
  type EventVenue,
  selectEventVenues,
  type VenueTables,
} from "./event-venues.server.ts";

const eventColumns = {
  id: events.id,
  ...eventFacts,
  capacity: events.capacity,
  available: events.available,
  canceledAt: events.canceledAt,
  cityId: events.cityId,
  cityName: cities.name,
  citySlug: cities.slug,
  timeZone: cities.timeZone,
  currency: cities.currency,
  hasSeveralCities: hasSeveralCities.as("has_several_cities"),
  taken: events.taken,
  deposit: events.deposit,
};

const selectEvents = (db: Database) =>
  db.select(eventColumns).from(events).innerJoin(cities, eq(cities.id, events.cityId));

export type EventDetails = Awaited<ReturnType<typeof selectEvents>>[number] & { venues: EventVenue[] };

function addVenuesToEvents<Event extends { id: string }>(
  found: Event[],
  rows: (EventVenue & { eventId: string })[],
): (Event & { venues: EventVenue[] })[] {
  const byEvent = Map.groupBy(rows, ({ eventId }) => eventId);
  return found.map((event) => ({
    ...event,
    venues: (byEvent.get(event.id) ?? []).map(({ eventId: _, ...venue }) => venue),
  }));
}

export const maxListed = 10_000;

interface ListedEvents {
  now: Date;
  /** Of all cities without it. */
  cityId?: string | undefined;
  /** Those that are over or canceled, the latest first. */
  isPast?: boolean;
  limit?: number;
}

export async function listEvents(
  db: Database,
  { now, cityId, isPast = false, limit = maxListed }: ListedEvents,
): Promise<(EventDetails & { bookings: BookingCounts })[]> {
  const isOver = sql`(${events.date} <= ${now.getTime()} or ${events.canceledAt} is not null)`;
  const found = await selectEvents(db)
    .where(
      and(isPast ? isOver : isUpcoming(now), cityId === undefined ? undefined : eq(events.cityId, cityId)),
    )
    .orderBy(isPast ? desc(events.date) : asc(events.date), asc(cities.name))
    .limit(limit);
  const ids = jsonList(found.map(({ id }) => id));
  const [venues, counts] = await db.batch([selectEventVenues(db, ids), selectBookingCounts(db, ids)]);
  const countsByEvent = Map.groupBy(counts, ({ eventId }) => eventId);
  return addVenuesToEvents(found, venues).map((event) => ({
    ...event,
    bookings: sumBookingCounts(countsByEvent.get(event.id) ?? []),
  }));
}

export async function findEvent(db: Database, id: string): Promise<EventDetails | undefined> {
  const [found, venues] = await db.batch([
    selectEvents(db).where(eq(events.id, id)),
    selectEventVenues(db, sql`(${id})`),
  ]);
  return addVenuesToEvents(found, venues)[0];
}

interface NewEvent extends Omit<typeof events.$inferInsert, "scheduledFor"> {
  venues: VenueTables[];
}

/** Returns undefined if the city has an event at that time, or a venue is not in the city. */
export async function addEvent(db: Database, { venues, ...event }: NewEvent): Promise<string | undefined> {
  const id = crypto.randomUUID();
  const venueIds = venues.map(({ venueId }) => venueId);
  const [added = []] = await db.batch([
    ...addEvents(
      db,
      [{ id, ...event, scheduledFor: event.date, available: true }],
      areVenuesOf(event.cityId, venueIds),
    ),
    ...addEventVenues(
      db,
      venues.map((venue) => ({ ...venue, eventId: id })),
    ),
  ]);
  return (added as { id: string }[])[0]?.id;
}

/** Of a city and time in JSON. One evening at a time: a canceled one leaves its place to another. */
export const isCityFree = sql`not exists (select 1 from ${events} where city_id = value ->> 'cityId'
  and date = value ->> 'date' and canceled_at is null)`;

/** Statements that skip events of a schedule, or of a city and time, that exist already. */
export const addEvents = (db: Database, rows: (typeof events.$inferInsert)[], condition: SQL = sql`true`) =>
  insertRows(db, events, rows, sql`${isCityFree} and ${condition}`).map((statement) =>
    statement.onConflictDoNothing().returning({ id: events.id }),
  );

export async function hasEventAt(db: Database, cityId: string, date: Date): Promise<boolean> {
  const found = await db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.cityId, cityId), eq(events.date, date), sql`${events.canceledAt} is null`));
  return found.length > 0;
}

export type EventChanges = Partial<typeof events.$inferSelect>;

interface Edit {
  event: Pick<EventDetails, "id" | "cityId" | "matchedAt" | "closesAt">;
  changes: EventChanges;
  /** Set if the time changes. It tells every diner. */
  email?: Email<"event-moved"> | undefined;
  now: Date;
}

/** Returns false if the event changed in the meantime, or its city has another at that time. */
export async function editEvent(db: Database, { event, changes, email, now }: Edit): Promise<boolean> {
  const { id, cityId, matchedAt, closesAt } = event;
  const { date } = changes;
  const isFree = date
    ? sql`not exists (select 1 from events others where others.city_id = ${cityId} and others.id <> ${id}
        and others.date = ${date.getTime()} and others.canceled_at is null)`
    : sql`true`;
  // Somebody may have ended booking, or the tables may be made, since the event was read.
  const isUnchanged = changes.closesAt
    ? sql`${events.matchedAt} is ${matchedAt?.getTime() ?? null} and ${events.closesAt} = ${closesAt.getTime()}`
    : sql`true`;
  const condition = sql`${events.id} = ${id} and ${isUpcoming(now)} and ${isUnchanged} and ${isFree}`;
  const isMoved = sql`${events.date} <> ${date?.getTime() ?? events.date}`;
  const isAnotherEvening = sql`abs(${events.date} - ${date?.getTime() ?? events.date}) >= ${eventTimes.eveningBeginsBeforeMs}`;
  const what = "The dinner was moved to another time.";
  const { last } = await db.batch([
    ...(email
      ? [
          recordTableChange(
            db,
            { eventId: id, what, madeBy: "operator", now },
            eventExists(sql`${condition} and ${isMoved}`),
          ),
          ...announceMove(db, id, email, eventExists(condition), now),
          ...forgetReports(db, id, eventExists(sql`${condition} and ${isAnotherEvening}`)),
          forgetAnswers(db, id, eventExists(sql`${condition} and ${isMoved}`)),
        ]
      : []),
    ...(changes.deposit === 0 ? [keepUnpaid(db, id, eventExists(condition))] : []),
    db
      .update(events)
      .set({ ...changes, ...(email ? { movedAt: now } : {}) })
      .where(condition)
      .returning({ id: events.id }),
  ]);
  return last.length === 1;
}

const asksInCity = (cityId: string, now: Date) =>
  sql`${events.cityId} = ${cityId} and ${events.deposit} > 0 and ${events.date} > ${now.getTime()}`;

/** Events to come that ask for a deposit, and how many of these have another one than their city. */
export const countAskingEvents = async (
  db: Database,
  { id, deposit }: Pick<typeof cities.$inferSelect, "id" | "deposit">,
  now: Date,
) =>
  (await db
    .select({
      count: sql<number>`count(*)`.as("count"),
      ownCount: sql<number>`coalesce(sum(${events.deposit} <> ${deposit}), 0)`.as("own_count"),
    })
    .from(events)
    .where(asksInCity(id, now))
    .get()) ?? { count: 0, ownCount: 0 };

/** Statements for the batch that changes a city's currency, before that: what is still to be asked for is asked for in it. */
export function askAnew(
  db: Database,
  { cityId, deposit, now }: { cityId: string; deposit: number | SQL; now: Date },
  condition: SQL,
) {
  return [
    askBookingsAnew(
      db,
      sql`(select ${events.id} from ${events} where ${events.cityId} = ${cityId}
        and ${events.date} > ${now.getTime()} and ${condition})`,
      deposit,
    ),
    db
      .update(events)
      .set({ deposit })
      .where(sql`${asksInCity(cityId, now)} and ${condition}`),
  ];
}

/** Ends booking now; the next run of the cron makes the tables. */
export async function closeEvent(db: Database, id: string, now: Date): Promise<boolean> {
  const closed = await db
    .update(events)
    .set({ closesAt: now })
    .where(sql`${events.id} = ${id} and ${isUpcoming(now)} and ${events.closesAt} > ${now.getTime()}`)
    .returning({ id: events.id });
  return closed.length === 1;
}

/** Returns how many bookings were canceled, or undefined if the event was already canceled or over. */
export async function cancelEvent(
  db: Database,
  { id, because, now }: { id: string; because: string | undefined; now: Date },
): Promise<number | undefined> {
  const condition = sql`${events.id} = ${id} and ${isUpcoming(now)}`;
  const what = "The dinner was canceled.";
  const results = await db.batch([
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

/** A statement for the batch that erases the entries of these events' match records; it returns the events. */
export const markEntriesErased = (db: Database, eventIds: SQL, now: Date) =>
  db
    .update(events)
    .set({ entriesErasedAt: now })
    .where(sql`${events.id} in ${eventIds}`)
    .returning({ id: events.id });

/** Statements for a restore: a large backup may have read an event at another time than what depends on it. */
export const deriveEvents = (db: Database) => [
  db.update(events).set({
    taken: sql`(select count(*) from ${bookings} where ${bookings.eventId} = ${events.id} and ${bookings.canceled} = 0)`,
    capacity: sql`coalesce((select sum(${tableSize} * ${eventVenues.tables}) from ${eventVenues}
      where ${eventVenues.eventId} = ${events.id}), 0)`,
  }),
  db
    .update(events)
    .set({ entriesErasedAt: null })
    .where(
      sql`${events.entriesErasedAt} is not null and ${events.id} in (select ${bookings.eventId} from ${bookings} join ${entryKeys} on ${entryKeys.bookingId} = ${bookings.id})`,
    ),
];
