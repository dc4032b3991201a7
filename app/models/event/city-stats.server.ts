import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, cities, deposits, events } from "#app/db/schema.ts";

interface Period {
  from: Date;
  to: Date;
  /** Of all cities without it. */
  cityId?: string | undefined;
}

interface EventCounts {
  cityId: string;
  events: number;
  canceledEvents: number;
  capacity: number;
}

interface BookingStats {
  cityId: string;
  seated: number;
  /** Those who never got a seat. */
  standby: number;
  canceled: number;
  noShows: number;
}

/** Of one currency; amounts of several are never added. */
export interface DepositStats {
  currency: string;
  paidCount: number;
  paid: number;
  keptCount: number;
  kept: number;
  refundedCount: number;
  refunded: number;
}

const depositSums = sql`d.currency as currency,
  count(*) as paidCount, sum(d.amount) as paid,
  count(*) filter (where d.state = 'kept') as keptCount,
  coalesce(sum(d.amount) filter (where d.state = 'kept'), 0) as kept,
  count(*) filter (where d.state = 'refunded') as refundedCount,
  coalesce(sum(d.amount) filter (where d.state = 'refunded'), 0) as refunded`;

/** The events of a period, by city ("+", or all events were read in the order of cities): how full they were, and what became of their bookings and deposits. */
export async function loadCityStats(db: Database, { from, to, cityId }: Period) {
  const isInPeriod = sql`e.date >= ${from.getTime()} and e.date < ${to.getTime()}`;
  const isThere = cityId === undefined ? sql`true` : sql`e.city_id = ${cityId}`;
  const where = sql`${isInPeriod} and ${isThere}`;
  const listed = await db
    .select({ id: cities.id, slug: cities.slug, name: cities.name })
    .from(cities)
    .where(cityId === undefined ? undefined : sql`${cities.id} = ${cityId}`)
    .orderBy(cities.name, cities.slug);
  const eventCounts = await db.all<EventCounts>(
    sql`select e.city_id as cityId, count(*) filter (where e.canceled_at is null) as events,
        count(*) filter (where e.canceled_at is not null) as canceledEvents,
        coalesce(sum(e.capacity) filter (where e.canceled_at is null), 0) as capacity
      from ${events} e where ${where} group by +e.city_id`,
  );
  const bookingStats = await db.all<BookingStats>(selectBookingStats(where));
  const paid = await db.all<DepositStats & { cityId: string }>(
    sql`select e.city_id as cityId, ${depositSums}
      from ${events} e cross join ${bookings} b on b.event_id = e.id cross join ${deposits} d on d.booking_id = b.id
      where ${where} and d.paid_at is not null group by +e.city_id, d.currency order by d.currency`,
  );
  const eventsByCity = new Map(eventCounts.map((each) => [each.cityId, each]));
  const bookingsByCity = new Map(bookingStats.map((each) => [each.cityId, each]));
  const paidByCity = Map.groupBy(paid, (each) => each.cityId);
  return listed.map(({ id, slug, name }) => ({
    city: slug,
    name,
    events: eventsByCity.get(id)?.events ?? 0,
    canceledEvents: eventsByCity.get(id)?.canceledEvents ?? 0,
    capacity: eventsByCity.get(id)?.capacity ?? 0,
    seated: bookingsByCity.get(id)?.seated ?? 0,
    standby: bookingsByCity.get(id)?.standby ?? 0,
    canceled: bookingsByCity.get(id)?.canceled ?? 0,
    noShows: bookingsByCity.get(id)?.noShows ?? 0,
    deposits: (paidByCity.get(id) ?? []).map(({ cityId: _, ...sums }) => sums),
  }));
}

function selectBookingStats(where: SQL): SQL {
  const neverSeated = sql`(e.canceled_at is null and b.confirmed = 0 and b.standby_reason is not null
    and (b.canceled = 0 or b.canceled_by_club = 1))`;
  return sql`select e.city_id as cityId,
      count(*) filter (where b.confirmed = 1 and b.canceled = 0) as seated,
      count(*) filter (where ${neverSeated}) as standby,
      count(*) filter (where b.canceled = 1 and not ${neverSeated}) as canceled,
      count(*) filter (where b.attendance = 'no-show' and b.canceled = 0) as noShows
    from ${events} e cross join ${bookings} b on b.event_id = e.id where ${where} group by +e.city_id`;
}

/** Deposits paid in a period whose diner is erased: their city is no longer known. */
export const loadStatsOfErased = async (
  db: Database,
  { from, to }: Pick<Period, "from" | "to">,
): Promise<DepositStats[]> =>
  db.all<DepositStats>(
    sql`select ${depositSums} from ${deposits} d where d.booking_id is null
        and d.paid_at >= ${from.getTime()} and d.paid_at < ${to.getTime()}
      group by d.currency order by d.currency`,
  );
