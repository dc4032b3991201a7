import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { eventExists, isUpcoming } from "#app/db/conditions.ts";
import { cities, events, eventVenues, scheduleVenues, tables, venues } from "#app/db/schema.ts";
import { insertRows, insertWhere, jsonList, jsonRows } from "#app/db/statements.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { cancelLastBookings } from "#app/models/booking/event-transitions.server.ts";
import { findRecorded, isRecorded, recordTableChange } from "#app/models/booking/table-changes.server.ts";
import { releasePlaces } from "#app/models/booking/tables.server.ts";
import { releaseClaims } from "./claims.server.ts";

export const selectEventVenues = (db: Database, eventIds: SQL) =>
  db
    .select({
      eventId: eventVenues.eventId,
      venueId: eventVenues.venueId,
      name: venues.name,
      address: venues.address,
      district: venues.district,
      diets: venues.diets,
      priceLevel: venues.priceLevel,
      stepFree: venues.stepFree,
      tables: eventVenues.tables,
      /** Where tables were added, and it was not tried yet to seat diners on standby there. */
      tablesAddedAt: eventVenues.tablesAddedAt,
    })
    .from(eventVenues)
    .innerJoin(venues, eq(venues.id, eventVenues.venueId))
    .where(sql`${eventVenues.eventId} in ${eventIds}`)
    .orderBy(asc(venues.name), asc(venues.id));

export type EventVenue = Omit<
  Awaited<ReturnType<typeof selectEventVenues>>[number],
  "eventId" | "tablesAddedAt"
>;

interface Evening {
  date: Date;
  venueIds: string[];
  /** Of the event itself, where it exists. */
  eventId?: string;
}

/** Events at one of these venues that begin within four hours of another one. */
export const listOverlaps = (db: Database, { date, venueIds, eventId = "" }: Evening) =>
  listEventsAt(
    db,
    venueIds,
    sql`${events.id} <> ${eventId} and abs(${events.date} - ${date.getTime()}) < ${eventTimes.betweenBookingsMs}`,
  );

/** Other events at these venues, less than four hours before or after one of the dates, but not at it. */
export const listOverlapsWithDates = (
  db: Database,
  { dates, venueIds }: { dates: readonly Date[]; venueIds: readonly string[] },
) =>
  listEventsAt(
    db,
    venueIds,
    sql`exists (select 1 from json_each(${JSON.stringify(dates.map((date) => date.getTime()))})
      where abs(${events.date} - value) between 1 and ${eventTimes.betweenBookingsMs - 1})`,
  );

const listEventsAt = async (db: Database, venueIds: readonly string[], condition: SQL) =>
  db
    .select({
      ...{ name: venues.name, date: events.date, timeZone: cities.timeZone },
      ...{ tables: eventVenues.tables, usualTables: venues.tables },
    })
    .from(eventVenues)
    .innerJoin(events, eq(events.id, eventVenues.eventId))
    .innerJoin(venues, eq(venues.id, eventVenues.venueId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .where(
      sql`${eventVenues.venueId} in ${jsonList(venueIds)} and ${events.canceledAt} is null and ${condition}`,
    )
    .orderBy(asc(events.date), asc(venues.name));

export interface VenueTables {
  venueId: string;
  tables: number;
}

/** The database refuses venues of another city with an error; with this condition nothing is written. */
export const areVenuesOf = (cityId: string | SQL, venueIds: readonly string[]) =>
  sql`(select count(*) from ${venues} where id in ${jsonList(venueIds)} and city_id = ${cityId}) = ${venueIds.length}`;

/** Statements for the batch that adds events, after these. */
export const addEventVenues = (db: Database, rows: (VenueTables & { eventId: string })[]) =>
  insertRows(
    db,
    eventVenues,
    rows,
    sql`exists (select 1 from ${events} where ${events.id} = value ->> 'eventId')`,
  ).map((statement) => statement.onConflictDoNothing());

/** A statement for the batch that opens events of schedules, after these: each begins with the schedule's venues. */
export const copyScheduleVenues = (db: Database, eventIds: SQL) =>
  insertWhere(
    db,
    eventVenues,
    { eventId: events.id, venueId: scheduleVenues.venueId, tables: scheduleVenues.tables },
    sql`${events.id} in ${eventIds}`,
    sql`${events} join ${scheduleVenues} on ${scheduleVenues.scheduleId} = ${events.scheduleId}`,
  ).onConflictDoNothing();

interface NewVenueTables extends VenueTables {
  eventId: string;
  /** Where diners on standby may get seats at tables that are new. */
  addedAt: Date | undefined;
}

/** A statement for the batch that changes an event's venues; no tables take the venue away. */
const setVenueTables = (
  db: Database,
  { eventId, venueId, tables, addedAt }: NewVenueTables,
  condition: SQL,
) =>
  tables === 0
    ? db
        .delete(eventVenues)
        .where(
          sql`${eventVenues.eventId} = ${eventId} and ${eventVenues.venueId} = ${venueId} and ${condition}`,
        )
        .returning({ id: eventVenues.eventId })
    : insertWhere(db, eventVenues, { eventId, venueId, tables, tablesAddedAt: addedAt }, condition)
        .onConflictDoUpdate({
          target: [eventVenues.eventId, eventVenues.venueId],
          set: { tables, ...(addedAt ? { tablesAddedAt: nextMark(addedAt) } : {}) },
        })
        .returning({ id: eventVenues.eventId });

/** Each mark is another one. */
const nextMark = (at: Date) => sql`max(${at.getTime()}, coalesce(${eventVenues.tablesAddedAt}, 0) + 1)`;

interface AddedTables {
  venueId: string;
  tablesAddedAt: Date;
}

/** Unless others were added since these marks were read. */
export async function markAddedTablesTried(
  db: Database,
  eventId: string,
  added: AddedTables[],
): Promise<void> {
  if (added.length === 0) return;
  const marks = jsonRows(
    added.map(({ venueId, tablesAddedAt }) => ({ venueId, at: tablesAddedAt.getTime() })),
  );
  await db
    .update(eventVenues)
    .set({ tablesAddedAt: null })
    .where(
      sql`${eventVenues.eventId} = ${eventId} and (${eventVenues.venueId}, ${eventVenues.tablesAddedAt}) in
        (select value ->> 'venueId', value ->> 'at' from ${marks})`,
    );
}

interface VenueChange {
  event: { id: string; matchedAt: Date | null; capacity: number };
  /** No tables take the venue away. */
  venue: VenueTables;
  previousTables: number;
  /** The venue that comes where another one is taken away. */
  instead?: VenueTables | undefined;
  /** Before the tables are made: these last bookers lose their seats where there are fewer now. */
  cancelsLast?: { because: string | undefined; bookingIds: string[] } | undefined;
  /** After the tables are made: where the diners of the tables that leave the venue sit then. */
  reseating?: {
    leavingIds: string[];
    /** The seats are free. */
    isPossible: SQL;
    /** Names nobody. */
    what: string;
    change(condition: SQL): Statement[];
  };
  now: Date;
}

/** Returns which bookings were canceled, and nothing if the event changed in the meantime. */
export async function changeEventVenue(db: Database, wanted: VenueChange): Promise<string[] | undefined> {
  const { event, venue, previousTables, instead, cancelsLast, reseating, now } = wanted;
  const { id: eventId, matchedAt, capacity } = event;
  const newCapacity = capacity + tableSize * (venue.tables + (instead?.tables ?? 0) - previousTables);
  const tablesOf = (venueId: string) => sql`coalesce((select ${eventVenues.tables} from ${eventVenues}
    where ${eventVenues.eventId} = ${eventId} and ${eventVenues.venueId} = ${venueId}), 0)`;
  const isUnchangedAt = (
    capacityThen: number,
  ) => sql`${events.id} = ${eventId} and ${isUpcoming(now)} and ${events.matchedAt} is ${matchedAt?.getTime() ?? null}
    and ${events.capacity} = ${capacityThen} and ${tablesOf(venue.venueId)} = ${previousTables}`;
  const kept = [venue, ...(instead ? [instead] : [])].filter(({ tables }) => tables > 0);
  const isInCity = areVenuesOf(
    sql`${events.cityId}`,
    kept.map(({ venueId }) => venueId),
  );
  const isUnchanged = sql`${isUnchangedAt(capacity)} and ${isInCity}
    ${instead ? sql`and ${tablesOf(instead.venueId)} = 0` : sql``}`;
  const keptTableCount = sql`(select count(*) from ${tables} where ${tables.eventId} = ${eventId}
    and ${tables.venueId} = ${venue.venueId} and ${tables.closedAt} is null
    and ${tables.id} not in ${jsonList(reseating?.leavingIds ?? [])})`;
  const hasSeats = matchedAt
    ? sql`${keptTableCount} <= ${venue.tables}`
    : sql`${events.taken} <= ${newCapacity}`;
  const cancellation = cancelsLast
    ? cancelLastBookings(
        db,
        { eventId, ...cancelsLast, keptCount: newCapacity, now },
        eventExists(sql`${isUnchanged} and ${events.matchedAt} is null`),
      )
    : [];
  const canBeChanged = sql`${isUnchanged} and ${hasSeats}`;
  const line = {
    id: crypto.randomUUID(),
    eventId,
    what: reseating?.what ?? "",
    madeBy: "operator",
    now,
  } as const;
  // What follows in the batch changes what this line asks for, and asks for the line instead.
  const condition = reseating ? isRecorded(line.id, eventId) : eventExists(canBeChanged);
  const change = reseating
    ? [
        recordTableChange(db, line, sql`${canBeChanged} and ${reseating.isPossible}`),
        ...reseating.change(condition),
      ]
    : [];
  const leftTables = Math.min(venue.tables, previousTables);
  const release = releasePlaces(db, { eventId, ...venue, tables: leftTables }, condition);
  const addedAt = matchedAt && (instead || venue.tables > previousTables) ? now : undefined;
  // A worker that is making the tables has read the venues of before: the next run of the cron begins anew.
  const claims = releaseClaims(db, canBeChanged);
  // The venue that comes is there by then.
  const lastCondition =
    instead && !reseating
      ? eventExists(sql`${isUnchangedAt(capacity + tableSize * instead.tables)} and ${hasSeats}
          and ${tablesOf(instead.venueId)} = ${instead.tables}`)
      : condition;
  const results = await db.batch([
    ...cancellation,
    ...change,
    release,
    claims,
    ...(instead ? [setVenueTables(db, { eventId, ...instead, addedAt }, condition)] : []),
    setVenueTables(db, { eventId, ...venue, addedAt }, lastCondition),
    ...(reseating ? [findRecorded(db, line.id, eventId)] : []),
  ]);
  if (results.last.length !== 1) return undefined;
  const canceled = cancellation.length > 0 ? results[cancellation.length - 1] : undefined;
  return canceled?.map(({ id }: { id: string }) => id) ?? [];
}
