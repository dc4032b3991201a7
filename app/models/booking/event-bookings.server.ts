import { asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean } from "#app/db/columns.ts";
import { hasSeveralCities } from "#app/db/conditions.ts";
import {
  derive,
  type GivenTime,
  prepareQueriesOfUser,
  toMs,
  type ValueOrPlaceholder,
} from "#app/db/prepare-queries.ts";
import { bookings, cities, events, profiles, tables, users, venues } from "#app/db/schema.ts";
import { jsonList, jsonPortions } from "#app/db/statements.ts";
import { withNames } from "#app/lib/account/tell-apart.ts";
import type { StandbyReason } from "#app/lib/booking/standby-reasons.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { isActiveOf, isTooClose, lastBookings } from "./booking-conditions.ts";

const columns = {
  id: bookings.id,
  userId: bookings.userId,
  eventId: bookings.eventId,
  email: users.email,
  firstName: profiles.firstName,
  lastName: users.lastName,
  confirmed: bookings.confirmed,
  canceled: bookings.canceled,
  standby: bookings.standby,
  standbyReason: bookings.standbyReason,
  attendance: bookings.attendance,
  createdAt: bookings.createdAt,
  tableId: bookings.tableId,
  togetherId: bookings.togetherId,
  table: tables.number,
  date: events.date,
  matchedAt: events.matchedAt,
  cityName: sql<string>`${cities.name}`.as("city_name"),
  citySlug: cities.slug,
  timeZone: cities.timeZone,
  /** The venue of the table; null without a seat. */
  venueName: venues.name,
};

/** `name` tells those of a list apart, and one alone from the others of its event. */
export type EventBooking = Awaited<ReturnType<typeof listEventBookings>>[number];

const selectEventBookings = (db: Database) =>
  db
    .select(columns)
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .innerJoin(users, eq(users.id, bookings.userId))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .leftJoin(tables, eq(tables.id, bookings.tableId))
    .leftJoin(venues, eq(venues.id, tables.venueId));

export const listEventBookings = async (db: Database, eventId: string) =>
  withNames(
    await selectEventBookings(db)
      .where(eq(bookings.eventId, eventId))
      .orderBy(asc(bookings.createdAt), asc(bookings.id)),
  );

export const listBookingsPage = async (
  db: Database,
  eventId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<EventBooking[]> =>
  withNames(
    await selectEventBookings(db)
      .where(eq(bookings.eventId, eventId))
      .orderBy(desc(bookings.createdAt), desc(bookings.id))
      .limit(limit)
      .offset(offset),
  );

export const listStandbyBookings = async (db: Database, eventId: string): Promise<EventBooking[]> =>
  withNames(
    await selectEventBookings(db)
      .where(
        sql`${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0 and ${bookings.confirmed} = 0
          and ${bookings.standby} = 1`,
      )
      .orderBy(asc(bookings.createdAt), asc(bookings.id)),
  );

/** Whom `cancelLastBookings` would cancel, the latest first. */
export const listLastBookings = async (
  db: Database,
  eventId: string,
  keptCount: number,
): Promise<EventBooking[]> =>
  withNames(
    await selectEventBookings(db)
      .where(sql`${bookings.id} in ${lastBookings(eventId, keptCount)}`)
      .orderBy(desc(bookings.createdAt), desc(bookings.id)),
  );

export async function listBookingsByIds(db: Database, ids: readonly string[]): Promise<EventBooking[]> {
  const found: Omit<EventBooking, "name">[] = [];
  for (const some of jsonPortions(ids))
    found.push(...(await selectEventBookings(db).where(sql`${bookings.id} in ${jsonList(some)}`)));
  return withNames(found);
}

export async function listUserBookings(db: Database, userId: string): Promise<EventBooking[]> {
  const found = await selectEventBookings(db).where(eq(bookings.userId, userId)).orderBy(asc(events.date));
  return found.map((booking) => ({ ...booking, name: booking.firstName }));
}

export async function findEventBooking(db: Database, id: string): Promise<EventBooking | undefined> {
  const ofSameName = sql`select others.id from bookings own join profiles shown on shown.id = own.user_id
    join bookings others on others.event_id = own.event_id and others.id <> own.id and others.canceled = 0
    join profiles theirs on theirs.id = others.user_id and lower(theirs.first_name) = lower(shown.first_name)
    where own.id = ${id}`;
  const found = await selectEventBookings(db).where(
    sql`${bookings.id} in (select ${id} union ${ofSameName})`,
  );
  return withNames(found).find((booking) => booking.id === id);
}

export interface BookingCounts {
  seated: number;
  standby: number;
  standbyReasons: Partial<Record<StandbyReason, number>>;
  pending: number;
  canceled: number;
}

const state = sql<
  "seated" | "standby" | "pending" | "canceled"
>`case when ${bookings.canceled} = 1 then 'canceled'
  when ${bookings.confirmed} = 1 then 'seated' when ${bookings.standby} = 1 then 'standby' else 'pending' end`;

const reason = sql<StandbyReason | null>`case
  when ${bookings.canceled} = 0 and ${bookings.confirmed} = 0 and ${bookings.standby} = 1
  then ${bookings.standbyReason} end`;

/** A row for each event, state and reason, whatever the number of bookings. */
export const selectBookingCounts = (db: Database, eventIds: SQL) =>
  db
    .select({
      eventId: bookings.eventId,
      state: state.as("state"),
      reason: reason.as("reason"),
      count: sql<number>`count(*)`.as("count"),
    })
    .from(bookings)
    .where(sql`${bookings.eventId} in ${eventIds}`)
    .groupBy(bookings.eventId, sql`2`, sql`3`);

type CountRow = Awaited<ReturnType<typeof selectBookingCounts>>[number];

export function sumBookingCounts(rows: readonly CountRow[]): BookingCounts {
  const counts: BookingCounts = { seated: 0, standby: 0, standbyReasons: {}, pending: 0, canceled: 0 };
  for (const { state, reason, count } of rows) {
    counts[state] += count;
    if (reason) counts.standbyReasons[reason] = count;
  }
  return counts;
}

export const countEventBookings = async (db: Database, eventId: string): Promise<BookingCounts> =>
  sumBookingCounts(await selectBookingCounts(db, sql`(${eventId})`));

/** Of an upcoming event. The diner's bookings are read once for all events of a query. */
export const hasClash = (
  userId: string | SQL,
  eventId: ValueOrPlaceholder<string> | typeof events.id,
  now: GivenTime,
) =>
  sqlBoolean`exists (with mine as materialized (select e.id, e.date from bookings b join events e on e.id = b.event_id
      where ${isActiveOf(userId)} and e.date > ${derive(toMs(now), (ms) => ms - eventTimes.betweenBookingsMs)})
    select 1 from mine where ${isTooClose(sql`mine`, eventId)})`;

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
    .where(sql`${isActiveOf(userId)} and ${isTooClose(sql`e`, eventId)}`)
    .orderBy(sql`e.date`)
    .limit(1),
]);

/** The booking that prevents the diner from booking this event. */
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
