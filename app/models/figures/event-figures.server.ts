import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, deposits, events, feedback, matchRecords, pairs, tables } from "#app/db/schema.ts";
import { type StandbyReason, standbyReasons } from "#app/lib/booking/standby-reasons.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { dayMs } from "#app/lib/time-units.ts";

export interface FiguresPeriod {
  from: Date;
  to: Date;
  /** Of all cities without it. */
  cityId?: string | undefined;
}

interface EventCounts {
  eventId: string;
  cityId: string;
  date: number;
  capacity: number;
  isDecided: number;
  booked: number;
  seated: number;
  noShows: number;
  lateCancels: number;
  /** Came by the link of a friend, whom the figures don’t know. */
  brought: number;
}

interface DepositCounts {
  currency: string;
  keptCount: number;
  kept: number;
  refundedCount: number;
  refunded: number;
}

export interface ScoreFigures {
  tableCount: number;
  mean: number;
  worst: number;
  /** Null if only one table was filled. */
  floor: number | null;
  belowFloor: number;
}

/** One past event that was not canceled. */
export interface EventFigures extends Omit<EventCounts, "isDecided"> {
  /** Of those with a seat; null until it is decided. */
  came: number | null;
  standby: Partial<Record<StandbyReason, number>>;
  deposits: DepositCounts[];
  ratingCount: number;
  ratingSum: number;
  scores: ScoreFigures | null;
  /** How many of those who came had a seat again within four weeks; null until these are over. */
  returned: number | null;
}

const returnsWithinMs = 28 * dayMs;

const hasSeat = (booking: SQL) => sql`${booking}.confirmed = 1 and ${booking}.canceled = 0`;
export const came = (booking: SQL) => sql`${hasSeat(booking)} and ${booking}.attendance is not 'no-show'`;

/** After that, the diner's place can't go to somebody who still wants to book. */
const freeUntil = sql.raw(`e.date - ${eventTimes.closesBeforeMs}`);
const isCanceledByDiner = sql`b.canceled = 1 and b.canceled_by_club = 0`;
const neverSeated = sql`b.confirmed = 0 and b.standby_reason is not null and (b.canceled = 0 or b.canceled_by_club = 1)`;
const isBrought = sql`exists (select 1 from ${pairs} own join ${pairs} link on link.pair_id = own.pair_id
  where own.booking_id = b.id and own.asked_at is not null and link.asked_at is null)`;

/** Of `events e`. */
export function isInPeriod({ from, to, cityId }: FiguresPeriod): SQL {
  const isThere = cityId === undefined ? sql`true` : sql`e.city_id = ${cityId}`;
  return sql`e.date >= ${from.getTime()} and e.date < ${to.getTime()} and e.canceled_at is null and ${isThere}`;
}

/** The past events of a period and what became of their bookings, in the order of their dates. */
export async function loadEventFigures(db: Database, period: FiguresPeriod): Promise<EventFigures[]> {
  const { to, cityId } = period;
  const where = isInPeriod(period);
  const counts = await db.all<EventCounts & { standby: string }>(selectCounts(where));
  const paid = await db.all<DepositCounts & { eventId: string }>(
    sql`select e.id as eventId, d.currency as currency,
        count(*) filter (where d.state = 'kept') as keptCount,
        coalesce(sum(d.amount - d.refunded) filter (where d.state = 'kept'), 0) as kept,
        count(*) filter (where d.state = 'refunded') as refundedCount,
        sum(iif(d.state = 'refunded', d.amount, d.refunded)) as refunded
      from ${events} e cross join ${bookings} b on b.event_id = e.id cross join ${deposits} d on d.booking_id = b.id
      where ${where} and d.paid_at is not null group by e.date, e.id, d.currency order by d.currency`,
  );
  const ratings = await db.all<{ eventId: string; count: number; sum: number }>(
    sql`select e.id as eventId, count(f.rating) as count, sum(f.rating) as sum
      from ${events} e cross join ${bookings} b on b.event_id = e.id cross join ${feedback} f on f.booking_id = b.id
      where ${where} and f.rating is not null group by e.date, e.id`,
  );
  const scores = await db.all<ScoreFigures & { eventId: string }>(
    sql`select e.id as eventId, count(*) as tableCount, avg(t.score) as mean, min(t.score) as worst, r.score_floor as floor,
        count(*) filter (where t.score < r.score_floor) as belowFloor
      from ${events} e cross join ${tables} t on t.event_id = e.id left join ${matchRecords} r on r.event_id = e.id
      where ${where} and t.score is not null and ${wasUsed} group by e.date, e.id`,
  );
  const canReturn = sql`date <= ${to.getTime() - returnsWithinMs}`;
  const returns = await db.all<{ eventId: string; returned: number }>(
    // Of all cities, a look at each diner's bookings would read those of years.
    cityId === undefined
      ? sql`select id as eventId, count(*) as returned from (
          select e.id, e.date, lead(e.date) over (partition by b.user_id order by e.date) as next_date
            from ${events} e cross join ${bookings} b on b.event_id = e.id where ${where} and ${came(sql`b`)})
        where ${canReturn} and next_date <= date + ${returnsWithinMs} group by date, id`
      : sql`select e.id as eventId, count(*) as returned from ${events} e cross join ${bookings} b on b.event_id = e.id
        where ${where} and e.${canReturn} and ${came(sql`b`)}
          and exists (select 1 from ${bookings} n join ${events} f on f.id = n.event_id
            where n.user_id = b.user_id and f.date > e.date and f.date <= e.date + ${returnsWithinMs}
              and f.canceled_at is null and ${came(sql`n`)})
        group by e.date, e.id`,
  );
  const paidByEvent = Map.groupBy(paid, ({ eventId }) => eventId);
  const [ratingsByEvent, scoresByEvent, returnsByEvent] = [
    byEvent(ratings),
    byEvent(scores),
    byEvent(returns),
  ];
  return counts.map(({ isDecided, standby, ...row }) => {
    const { eventId, date, seated, noShows } = row;
    return {
      ...row,
      came: isDecided === 1 ? seated - noShows : null,
      standby: Object.fromEntries(
        Object.entries<number>(JSON.parse(standby)).filter(([, count]) => count > 0),
      ),
      deposits: (paidByEvent.get(eventId) ?? []).map(({ eventId: _, ...sums }) => sums),
      ratingCount: ratingsByEvent.get(eventId)?.count ?? 0,
      ratingSum: ratingsByEvent.get(eventId)?.sum ?? 0,
      scores: scoresByEvent.get(eventId) ?? null,
      returned: date <= to.getTime() - returnsWithinMs ? (returnsByEvent.get(eventId)?.returned ?? 0) : null,
    };
  });
}

/** A table that was closed or dissolved before the dinner has no diners left. */
const wasUsed = sql`t.closed_at is null and t.taken > 0`;

function selectCounts(where: SQL): SQL {
  const byReason = standbyReasons.map(
    (reason) => sql`${reason}, count(*) filter (where b.standby_reason = ${reason} and ${neverSeated})`,
  );
  return sql`select e.id as eventId, e.city_id as cityId, e.date as date, e.capacity as capacity,
      e.attendance_decided_at is not null as isDecided,
      count(b.id) filter (where not (${isCanceledByDiner} and b.canceled_at < ${freeUntil})) as booked,
      count(b.id) filter (where ${hasSeat(sql`b`)}) as seated,
      count(b.id) filter (where ${hasSeat(sql`b`)} and b.attendance = 'no-show') as noShows,
      count(b.id) filter (where ${isCanceledByDiner} and b.canceled_at >= ${freeUntil}) as lateCancels,
      count(b.id) filter (where ${came(sql`b`)} and ${isBrought}) as brought,
      json_object(${sql.join(byReason, sql`, `)}) as standby
    from ${events} e left join ${bookings} b on b.event_id = e.id
    where ${where} group by e.date, e.id order by e.date, e.id`;
}

const byEvent = <Row extends { eventId: string }>(rows: Row[]) =>
  new Map(rows.map(({ eventId, ...row }) => [eventId, row]));

export interface FigureSums {
  events: number;
  capacity: number;
  booked: number;
  seated: number;
  /** At events of which it is decided who came; `seatedOfDecided` had a seat there. */
  came: number;
  seatedOfDecided: number;
  noShows: number;
  lateCancels: number;
  brought: number;
  onStandby: number;
  standby: { reason: StandbyReason; count: number }[];
  /** By currency; amounts of several are never added. */
  deposits: DepositCounts[];
  ratingCount: number;
  ratingMean: number | null;
  /** Of those who came four weeks ago or earlier, and how many of them had a seat again within four weeks. */
  couldReturn: number;
  returned: number;
}

const sumOf = <Row>(rows: readonly Row[], toNumber: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + toNumber(row), 0);

export function sumFigures(events: readonly EventFigures[]): FigureSums {
  const decided = events.filter(({ came }) => came !== null);
  const old = events.filter(({ returned }) => returned !== null);
  const ratingCount = sumOf(events, (event) => event.ratingCount);
  const standby = standbyReasons
    .map((reason) => ({ reason, count: sumOf(events, (event) => event.standby[reason] ?? 0) }))
    .filter(({ count }) => count > 0);
  return {
    events: events.length,
    capacity: sumOf(events, ({ capacity }) => capacity),
    booked: sumOf(events, ({ booked }) => booked),
    seated: sumOf(events, ({ seated }) => seated),
    came: sumOf(decided, ({ came }) => came ?? 0),
    seatedOfDecided: sumOf(decided, ({ seated }) => seated),
    noShows: sumOf(events, ({ noShows }) => noShows),
    lateCancels: sumOf(events, ({ lateCancels }) => lateCancels),
    brought: sumOf(events, ({ brought }) => brought),
    onStandby: sumOf(standby, ({ count }) => count),
    standby: standby.sort((one, other) => other.count - one.count),
    deposits: sumDeposits(events),
    ratingCount,
    ratingMean: ratingCount === 0 ? null : sumOf(events, ({ ratingSum }) => ratingSum) / ratingCount,
    couldReturn: sumOf(old, ({ seated, noShows }) => seated - noShows),
    returned: sumOf(old, ({ returned }) => returned ?? 0),
  };
}

function sumDeposits(events: readonly EventFigures[]): DepositCounts[] {
  const byCurrency = Map.groupBy(
    events.flatMap(({ deposits }) => deposits),
    ({ currency }) => currency,
  );
  return [...byCurrency]
    .map(([currency, some]) => ({
      currency,
      keptCount: sumOf(some, ({ keptCount }) => keptCount),
      kept: sumOf(some, ({ kept }) => kept),
      refundedCount: sumOf(some, ({ refundedCount }) => refundedCount),
      refunded: sumOf(some, ({ refunded }) => refunded),
    }))
    .sort((one, other) => one.currency.localeCompare(other.currency));
}
