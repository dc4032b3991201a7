import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { countWalkIns, hostSaysMissing } from "#app/db/conditions.ts";
import {
  accountOrigins,
  bookings,
  cities,
  events,
  profiles,
  quizQuestions,
  tables,
  users,
} from "#app/db/schema.ts";
import { selectEventVenues } from "#app/models/event/event-venues.server.ts";
import { addAnswersAndPairs, selectRelations } from "./answers-and-pairs.server.ts";
import { keepCrowdsApart } from "./crowds-apart.ts";
import { selectTermPoints } from "./table-terms.server.ts";

/** Everybody of an event, or who sits at some of its tables. */
export async function loadMatchData(db: Database, which: string | SQL, tableIds?: SQL) {
  const eventId = sql`(${which})`;
  const ofTables = (column: SQL) => (tableIds ? sql`${column} in ${tableIds}` : sql`true`);
  // Who sits at some tables is few, so that what is known of them needs no further trip.
  const atTables = sql`(select user_id from bookings where table_id in ${tableIds} and canceled = 0)`;
  const relationsOfTables = tableIds ? [selectRelations(db, eventId, atTables)] : [];
  const loaded = await db.batch([
    db
      .select({
        eventId: sql<string>`${events.id}`.as("event_id"),
        date: events.date,
        canceledAt: events.canceledAt,
        capacity: events.capacity,
        timeZone: cities.timeZone,
      })
      .from(events)
      .innerJoin(cities, eq(cities.id, events.cityId))
      .where(eq(events.id, eventId)),
    selectEventVenues(db, eventId),
    db.select().from(quizQuestions),
    db
      .select({
        userId: bookings.userId,
        bookingId: sql<string>`${bookings.id}`.as("booking_id"),
        bookedAt: bookings.createdAt,
        tableId: bookings.tableId,
        togetherId: bookings.togetherId,
        firstName: profiles.firstName,
        crowdId: accountOrigins.crowdId,
        lastInitial: sql<string>`substr(${users.lastName}, 1, 1)`.as("last_initial"),
        isMissing: sql<boolean>`${hostSaysMissing(sql`${bookings.id}`)}`.mapWith(Boolean).as("is_missing"),
        /** On standby since then, where they lost a seat. */
        seatLostAt: sql<
          number | null
        >`iif(${bookings.standbyReason} = 'table closed', ${bookings.movedAt}, null)`.as("seat_lost_at"),
        /** How often they were on standby without a seat since they last had one. */
        standbyCount:
          sql<number>`(select count(*) from bookings p where p.user_id = ${bookings.userId} and p.standby = 1
          and p.table_id is null and p.created_at > coalesce((select max(q.created_at) from bookings q
            where q.user_id = ${bookings.userId} and q.table_id is not null), 0))`.as("standby_count"),
      })
      .from(bookings)
      .innerJoin(users, eq(users.id, bookings.userId))
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .leftJoin(accountOrigins, eq(accountOrigins.userId, bookings.userId))
      .where(
        sql`${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0 and ${ofTables(sql`${bookings.tableId}`)}`,
      ),
    db
      .select({
        id: tables.id,
        number: tables.number,
        venueId: tables.venueId,
        closedAt: tables.closedAt,
        keepsPlace: tables.keepsPlace,
        closedToNewcomersAt: tables.closedToNewcomersAt,
        seatFreedAt: tables.seatFreedAt,
        walkIns: countWalkIns(sql`tables.id`).as("walk_ins"),
      })
      .from(tables)
      .where(sql`${tables.eventId} = ${eventId} and ${ofTables(sql`${tables.id}`)}`)
      .orderBy(asc(tables.number)),
    selectTermPoints(db),
    ...relationsOfTables,
  ]);
  const [[event], eventVenues, questions, rows, eventTables, [termPoints]] = loaded;
  if (!event) return undefined;
  const relations = tableIds && (loaded.at(-1) as Awaited<ReturnType<typeof selectRelations>>);
  return {
    event: { ...event, venues: eventVenues },
    questions,
    termPoints,
    diners: keepCrowdsApart(await addAnswersAndPairs(db, event.eventId, rows, relations)),
    tables: eventTables,
    closedTableIds: eventTables.filter(({ closedAt }) => closedAt).map(({ id }) => id),
    freedTables: eventTables
      .filter(({ seatFreedAt }) => seatFreedAt)
      .map(({ id, seatFreedAt }) => ({ id, seatFreedAt })),
    addedTables: eventVenues.flatMap(({ venueId, tablesAddedAt }) =>
      tablesAddedAt ? [{ venueId, tablesAddedAt }] : [],
    ),
  };
}

export type MatchData = NonNullable<Awaited<ReturnType<typeof loadMatchData>>>;
export type MatchDiner = MatchData["diners"][number];
