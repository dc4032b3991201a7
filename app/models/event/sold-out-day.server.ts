import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { canBeBooked, hasSeveralCities } from "#app/db/conditions.ts";
import { cities, events } from "#app/db/schema.ts";

/** Nothing where the club has no dinner in this time, or one that can be booked; otherwise the next that can, if there is one. */
export function readAfterSoldOut(db: Database, { from, until, now }: Record<"from" | "until" | "now", Date>) {
  const isWithin = and(gte(events.date, from), lt(events.date, until), sql`${events.canceledAt} is null`);
  return batchedRead(
    [
      db
        .select({
          isOpen: sql<boolean>`exists (select 1 from ${events} where ${isWithin} and ${canBeBooked(now)})`
            .mapWith(Boolean)
            .as("is_open"),
        })
        .from(events)
        .where(isWithin)
        .limit(1),
      db
        .select({
          id: events.id,
          date: events.date,
          cityName: cities.name,
          timeZone: cities.timeZone,
          hasSeveralCities: hasSeveralCities.as("has_several_cities"),
        })
        .from(events)
        .innerJoin(cities, eq(cities.id, events.cityId))
        .where(and(gte(events.date, now), canBeBooked(now)))
        .orderBy(asc(events.date), asc(events.id))
        .limit(1),
    ],
    ([[day], [next]]) => (day && !day.isOpen ? { next: next ?? null } : null),
  );
}
