import { type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batched-read.ts";
import type { Database } from "#app/db/client.server.ts";
import { hasSeveralCities } from "#app/db/has-several-cities.ts";
import {
  derive,
  type GivenTime,
  prepareQueriesOfUser,
  toMs,
  type ValueOrPlaceholder,
} from "#app/db/prepare-queries.ts";
import { cities, events } from "#app/db/schema.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";

/** Of a booking `b` and its event `e`. */
const isActive = (userId: string | SQL): SQL =>
  sql`b.user_id = ${userId} and b.canceled = 0 and e.canceled_at is null`;

/** To the dinner of this event, in any city. */
const isTooClose = (other: SQL, eventId: ValueOrPlaceholder<string> | typeof events.id): SQL =>
  sql`${other}.id <> ${eventId} and abs(${other}.date - (select wanted.date from ${events} wanted
    where wanted.id = ${eventId})) < ${eventTimes.betweenBookingsMs}`;

/** Of an upcoming event. The diner's bookings are read once for all events of a query. */
export const hasClash = (
  userId: string | SQL,
  eventId: ValueOrPlaceholder<string> | typeof events.id,
  now: GivenTime,
) =>
  sql<boolean>`exists (with mine as materialized (select e.id, e.date from bookings b join events e on e.id = b.event_id
      where ${isActive(userId)} and e.date > ${derive(toMs(now), (ms) => ms - eventTimes.betweenBookingsMs)})
    select 1 from mine where ${isTooClose(sql`mine`, eventId)})`.mapWith(Boolean);

const queryClashingBooking = prepareQueriesOfUser(["eventId"], (db, userId, { eventId }) => [
  db
    .select({
      clashId: sql<string>`b.id`.as("clash_id"),
      date: sql<Date>`e.date`.mapWith(events.date).as("clash_date"),
      cityName: cities.name,
      timeZone: cities.timeZone,
      hasSeveralCities: hasSeveralCities.as("has_several_cities"),
    })
    .from(sql`bookings b join events e on e.id = b.event_id`)
    .innerJoin(cities, sql`${cities.id} = e.city_id`)
    .where(sql`${isActive(userId)} and ${isTooClose(sql`e`, eventId)}`)
    .orderBy(sql`e.date`)
    .limit(1),
]);

/** The booking that keeps the diner from booking this event. */
export const readClashingBooking = (db: Database, userId: string | SQL, eventId: string) =>
  batchedRead(queryClashingBooking(db, userId, { eventId }), ([[found]]) => found);

export type ClashingBooking = NonNullable<ReturnType<ReturnType<typeof readClashingBooking>["toResult"]>>;

/** How many diners of an event would have another dinner within four hours if it began then. */
export async function countClashes(db: Database, eventId: string, date: Date): Promise<number> {
  const [found] = await db.all<{ count: number }>(
    sql`select count(distinct moved.user_id) as count from bookings moved
      join bookings b on b.user_id = moved.user_id and b.canceled = 0
      join events e on e.id = b.event_id and e.id <> moved.event_id and e.canceled_at is null
      where moved.event_id = ${eventId} and moved.canceled = 0
        and abs(e.date - ${date.getTime()}) < ${eventTimes.betweenBookingsMs}`,
  );
  return found?.count ?? 0;
}
