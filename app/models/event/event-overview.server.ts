import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { countWalkIns } from "#app/db/conditions.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { quizQuestions, userAnswers } from "#app/db/schema/quiz.ts";
import { outbox, tables } from "#app/db/schema.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { selectBookingCounts, sumBookingCounts } from "#app/models/booking/event-bookings.server.ts";
import { selectLine } from "#app/models/line/line.server.ts";

export async function loadEventOverview(db: Database, eventId: string, now: Date) {
  const itsBookings = sql`(select id from ${bookings} where event_id = ${eventId})`;
  const [counts, eventTables, paid, [emails], [line]] = await db.batch([
    selectBookingCounts(db, sql`(${eventId})`),
    db
      .select({
        number: tables.number,
        closedAt: tables.closedAt,
        dinerCount: tables.taken,
        walkInCount: countWalkIns(sql`${tables.id}`).as("walk_in_count"),
      })
      .from(tables)
      .where(sql`${tables.eventId} = ${eventId}`)
      .orderBy(tables.number),
    db
      .select({
        currency: deposits.currency,
        count: sql<number>`count(*)`.as("count"),
        amount: sql<number>`sum(${deposits.amount} - ${deposits.refunded})`.as("amount"),
      })
      .from(deposits)
      .where(sql`${deposits.bookingId} in ${itsBookings} and +${deposits.state} = 'paid'`)
      .groupBy(deposits.currency),
    db
      .select({
        waiting: sql<number>`count(*) filter (where parked_at is null
          and expires_at > ${now.getTime()})`.as("waiting"),
        parked: sql<number>`count(*) filter (where parked_at is not null)`.as("parked"),
      })
      .from(outbox)
      .where(sql`${outbox.bookingId} in ${itsBookings} and ${outbox.sentAt} is null`),
    selectLine(db, eventId),
  ]);
  return {
    bookings: sumBookingCounts(counts),
    inLine: line?.length ?? 0,
    tables: {
      open: eventTables.filter(({ closedAt }) => !closedAt).length,
      closed: eventTables.filter(({ closedAt }) => closedAt).map(({ number }) => number),
      withFreeSeats: eventTables
        .map(({ number, closedAt, dinerCount, walkInCount }) => ({
          number,
          freeSeats: closedAt ? 0 : tableSize - dinerCount - walkInCount,
        }))
        .filter(({ freeSeats }) => freeSeats > 0),
      walkIns: eventTables.reduce((sum, { walkInCount }) => sum + walkInCount, 0),
    },
    /** A line for each currency. */
    depositsPaid: paid,
    unsentEmails: { waiting: emails?.waiting ?? 0, parked: emails?.parked ?? 0 },
  };
}

export type EventOverview = Awaited<ReturnType<typeof loadEventOverview>>;

export interface Need {
  role: "diet" | "access" | "budget";
  /** Of the choice, from 1. */
  position: number;
  choice: string;
  count: number;
}

/** The last choice about diets and access means no need. */
export const countNeeds = async (db: Database, eventId: string): Promise<Need[]> =>
  db.all<Need>(
    sql`select q.role as role, cast(chosen.value as integer) as position,
        q.choices ->> (cast(chosen.value as integer) - 1) as choice, count(distinct b.user_id) as count
      from ${bookings} b
      join ${userAnswers} a on a.user_id = b.user_id
      join ${quizQuestions} q on q.id = a.question_id, json_each(a.answer_ids) chosen
      where b.event_id = ${eventId} and b.canceled = 0 and q.role in ('diet', 'access', 'budget')
        and (q.role = 'budget' or cast(chosen.value as integer) < json_array_length(q.choices))
      group by 1, 2 order by 1, 2`,
  );

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
  coalesce(sum(d.amount - d.refunded) filter (where d.state = 'kept'), 0) as kept,
  count(*) filter (where d.state = 'refunded') as refundedCount,
  sum(iif(d.state = 'refunded', d.amount, d.refunded)) as refunded`;

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
