import { and, asc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batched-read.ts";
import type { Database } from "#app/db/client.server.ts";
import { prepareQueriesOfUser } from "#app/db/prepare-queries.ts";
import { bookings, cities, events, eventVenues, tables, venues } from "#app/db/schema.ts";

const queryBookedVenues = prepareQueriesOfUser(["now"], (db, userId, { now }) => [
  db
    .select({
      bookingId: bookings.id,
      date: events.date,
      timeZone: cities.timeZone,
      name: venues.name,
      diets: venues.diets,
      hasTable: sql<boolean>`${bookings.tableId} is not null`.mapWith(Boolean).as("has_table"),
    })
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .innerJoin(eventVenues, eq(eventVenues.eventId, events.id))
    .innerJoin(venues, eq(venues.id, eventVenues.venueId))
    .leftJoin(tables, eq(tables.id, bookings.tableId))
    .where(
      and(
        eq(bookings.userId, userId),
        eq(bookings.canceled, false),
        gt(events.date, now),
        isNull(events.canceledAt),
        sql`${venues.id} = coalesce(${tables.venueId}, ${venues.id})`,
      ),
    )
    .orderBy(asc(events.date)),
]);

/** Where a diner's upcoming dinners may be: at the venue of their table, or before the tables are made at each of the event. */
export const readBookedVenues = (db: Database, { userId, now }: { userId: SQL; now: Date }) =>
  batchedRead(queryBookedVenues(db, userId, { now: now.getTime() }), ([rows]) => rows);
