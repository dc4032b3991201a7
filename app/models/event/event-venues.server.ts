import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertRows, insertWhere } from "#app/db/insert-where.ts";
import { jsonList, jsonRows } from "#app/db/json-list.ts";
import { events, eventVenues, scheduleVenues, venues } from "#app/db/schema.ts";

export interface EventVenue {
  venueId: string;
  name: string;
  address: string;
  district: string | null;
  diets: number[];
  priceLevel: number | null;
  stepFree: boolean;
  /** How many it has for the event. */
  tables: number;
}

/** The venues of events, by name: one row for each event and venue. */
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
    })
    .from(eventVenues)
    .innerJoin(venues, eq(venues.id, eventVenues.venueId))
    .where(sql`${eventVenues.eventId} in ${eventIds}`)
    .orderBy(asc(venues.name), asc(venues.id));

export const listEventVenues = async (db: Database, eventId: string): Promise<EventVenue[]> =>
  selectEventVenues(db, sql`(${eventId})`);

export interface VenueTables {
  venueId: string;
  tables: number;
}

/** The database refuses venues of another city with an error; with this condition nothing is written. */
export const areVenuesOf = (cityId: string | SQL, venueIds: readonly string[]) =>
  sql`(select count(*) from ${venues} where id in ${jsonList(venueIds)} and city_id = ${cityId}) = ${venueIds.length}`;

/** Statements for the batch that adds events, after these. */
export const addEventVenues = (
  db: Database,
  rows: (VenueTables & { eventId: string })[],
  condition: SQL = sql`true`,
) =>
  insertRows(
    db,
    eventVenues,
    rows,
    sql`exists (select 1 from ${events} where ${events.id} = value ->> 'eventId') and ${condition}`,
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
export const setVenueTables = (
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

/** Where tables were added, and it was not tried yet to seat diners on standby there. */
export const selectAddedTables = (db: Database, eventId: string) =>
  db
    .select({ venueId: eventVenues.venueId, tablesAddedAt: eventVenues.tablesAddedAt })
    .from(eventVenues)
    .where(sql`${eventVenues.eventId} = ${eventId} and ${eventVenues.tablesAddedAt} is not null`);

export type AddedTables = Awaited<ReturnType<typeof selectAddedTables>>[number];

/** Unless others were added since these marks were read. */
export async function markAddedTablesTried(
  db: Database,
  eventId: string,
  added: AddedTables[],
): Promise<void> {
  if (added.length === 0) return;
  const marks = jsonRows(
    added.map(({ venueId, tablesAddedAt }) => ({ venueId, at: tablesAddedAt?.getTime() })),
  );
  await db
    .update(eventVenues)
    .set({ tablesAddedAt: null })
    .where(
      sql`${eventVenues.eventId} = ${eventId} and (${eventVenues.venueId}, ${eventVenues.tablesAddedAt}) in
        (select value ->> 'venueId', value ->> 'at' from ${marks})`,
    );
}
