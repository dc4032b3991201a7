import { and, asc, desc, eq, gt, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean, sqlJson } from "#app/db/columns.ts";
import {
  askedDeposit,
  depositAmount,
  depositCurrency,
  hasSeveralCities,
  wasMovedByClub,
} from "#app/db/conditions.ts";
import { eveningFacts } from "#app/db/dinner-facts.ts";
import { users } from "#app/db/schema/account.ts";
import { absences } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { deposits, disputes, ledger } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { venues } from "#app/db/schema/venue.ts";
import { feedback, tables } from "#app/db/schema.ts";
import { insertWhere, jsonList, jsonPortions } from "#app/db/statements.ts";
import {
  type DepositCause,
  type DepositState,
  type DisputeState,
  keepCauses,
  type LedgerKind,
} from "#app/lib/booking/booking-states.ts";
import { isContestable } from "#app/models/attendance/absences.server.ts";
import { contestsAbsence, hadSeat } from "#app/models/booking/booking-conditions.ts";
import { type Email, queueBookingEmails } from "#app/models/outbox/queue-emails.server.ts";

export type Deposit = typeof deposits.$inferSelect;

/** The named booking or the next one, the others that can be paid, and what a booking costs for diners without one. */
export function readPayment(db: Database, userId: SQL, bookingId: string | null, now: Date) {
  const upcoming = sql`${bookings.canceled} = 0 and ${events.date} > ${now.getTime()}`;
  const unpaid = sql`${upcoming} and ${askedDeposit} > 0
    and (${deposits.state} is null or ${deposits.state} in ('open', 'expired'))`;
  return batchedRead(
    [
      db
        .select({
          bookingId: bookings.id,
          canceled: bookings.canceled,
          confirmed: bookings.confirmed,
          mayContest: sqlBoolean`exists (select 1 from ${absences}
            where ${absences.bookingId} = ${bookings.id} and ${isContestable(now)})`.as("may_contest"),
          contestsAbsence: contestsAbsence.as("contests_absence"),
          /** For feedback, once it opens. */
          mayBeAsked: sqlBoolean`${hadSeat} and ${bookings.tableId} is not null
            and coalesce(${bookings.attendance}, '') <> 'no-show'
            and not exists (select 1 from ${feedback} where ${feedback.bookingId} = ${bookings.id})`.as(
            "may_be_asked",
          ),
          wasMoved: sqlBoolean`${wasMovedByClub}`.as("was_moved"),
          standby: bookings.standby,
          payBy: bookings.payBy,
          ...eveningFacts,
          cityName: cities.name,
          hasSeveralCities: hasSeveralCities.as("has_several_cities"),
          price: cities.price,
          depositAmount: depositAmount.as("deposit_amount"),
          depositCurrency: depositCurrency.as("deposit_currency"),
          refunded: deposits.refunded,
          refundAmount: deposits.refundAmount,
          refundReason: deposits.refundReason,
          deposit: deposits.state,
          cause: deposits.cause,
          checkoutId: deposits.checkoutId,
        })
        .from(bookings)
        .innerJoin(events, eq(events.id, bookings.eventId))
        .innerJoin(cities, eq(cities.id, events.cityId))
        .leftJoin(deposits, eq(deposits.bookingId, bookings.id))
        .where(and(eq(bookings.userId, userId), bookingId === null ? upcoming : eq(bookings.id, bookingId)))
        .orderBy(sql`not (${unpaid})`, asc(bookings.standby), asc(events.date))
        .limit(1),
      db
        .select({
          otherId: sql<string>`${bookings.id}`.as("other_id"),
          date: events.date,
          timeZone: cities.timeZone,
        })
        .from(bookings)
        .innerJoin(events, eq(events.id, bookings.eventId))
        .innerJoin(cities, eq(cities.id, events.cityId))
        .leftJoin(deposits, eq(deposits.bookingId, bookings.id))
        .where(and(eq(bookings.userId, userId), unpaid, eq(bookings.standby, false)))
        .orderBy(asc(events.date))
        .limit(10),
      db
        .select({ price: cities.price, deposit: cities.deposit, currency: cities.currency })
        .from(cities)
        .where(
          sql`${cities.id} = coalesce(
            (select ${events.cityId} from ${bookings} join ${events} on ${events.id} = ${bookings.eventId}
              where ${bookings.userId} = ${userId} limit 1),
            (select id from cities order by name limit 1))`,
        ),
    ],
    ([[found], payable, [usual]]) => ({
      found,
      others: payable.filter(({ otherId }) => otherId !== found?.bookingId),
      usual,
    }),
  );
}

export type Payable = NonNullable<ReturnType<ReturnType<typeof readPayment>["toResult"]>["found"]>;

export async function findDeposit(db: Database, by: { id: string } | { paymentId: string }) {
  const which = "id" in by ? eq(deposits.id, by.id) : eq(deposits.paymentId, by.paymentId);
  return selectDepositsWithDiner(db).where(which).get();
}

interface DisputeFacts {
  state: DisputeState;
  amount: number;
  /** Milliseconds. */
  respondBy: number | null;
}

/** Of a deposit; a payment can be disputed more than once. */
const latestDispute =
  sqlJson<DisputeFacts | null>`(select json_object('state', d.state, 'amount', d.amount, 'respondBy', d.respond_by)
  from ${disputes} d where d.deposit_id = ${deposits.id} order by d.created_at desc limit 1)`.as("dispute");

/** The email address is null once the diner is erased. */
export const selectDepositsWithDiner = (db: Database) =>
  db
    .select({
      deposit: deposits,
      to: users.email,
      userId: sql<string | null>`${users.id}`.as("diner_id"),
      name: sql<string | null>`trim(${users.firstName} || ' ' || ${users.lastName})`.as("diner_name"),
      bookingId: sql<string>`${bookings.id}`.as("booking_id"),
      canceled: bookings.canceled,
      eventId: sql<string | null>`${events.id}`.as("event_id"),
      date: events.date,
      cityName: sql<string | null>`${cities.name}`.as("city_name"),
      timeZone: cities.timeZone,
      dispute: latestDispute,
    })
    .from(deposits)
    .leftJoin(bookings, eq(bookings.id, deposits.bookingId))
    .leftJoin(users, eq(users.id, bookings.userId))
    .leftJoin(events, eq(events.id, bookings.eventId))
    .leftJoin(cities, eq(cities.id, events.cityId));

export type DepositWithDiner = Awaited<ReturnType<typeof findDeposit>> & object;

/** The deposits of bookings that are kept because nobody came. */
export async function listKeptForNoShow(db: Database, bookingIds: string[]): Promise<string[]> {
  const kept: { id: string }[] = [];
  for (const some of jsonPortions(bookingIds))
    kept.push(
      ...(await db
        .select({ id: deposits.id })
        .from(deposits)
        .where(
          sql`${deposits.bookingId} in ${jsonList(some)} and +${deposits.state} = 'kept' and ${deposits.cause} = 'no-show'`,
        )),
    );
  return kept.map(({ id }) => id);
}

/** What changes when money of a deposit begins to go back: all that is left, or an amount. Each refund has a key of its own at Stripe. */
export const startRefund = (
  now: Date,
  amount: number | SQL = sql`${deposits.amount} - ${deposits.refunded}`,
) =>
  ({
    state: "refunding",
    refundAmount: amount as SQL,
    refundId: null,
    refundCount: sql`${deposits.refundCount} + 1`,
    dueAt: now,
    attempts: 0,
    settledAt: null,
  }) as const;

type DepositEmailKind = "deposit-kept" | "deposit-received" | "deposit-refunded";

/** A statement for the batch of the change; it writes nothing where the diner is erased. */
export const queueDepositEmail = (db: Database, email: Email<DepositEmailKind>, now: Date, condition: SQL) =>
  queueBookingEmails(
    db,
    email,
    now,
    sql`${bookings.id} in (select ${deposits.bookingId} from ${deposits} where ${condition})`,
  );

const selectDeposits = (db: Database) =>
  db
    .select({
      id: deposits.id,
      bookingId: deposits.bookingId,
      name: sql<string | null>`trim(${users.firstName} || ' ' || ${users.lastName})`.as("diner_name"),
      amount: deposits.amount,
      currency: deposits.currency,
      state: deposits.state,
      cause: deposits.cause,
      refunded: deposits.refunded,
      refundReason: deposits.refundReason,
      dispute: latestDispute,
      paymentId: deposits.paymentId,
      refundId: deposits.refundId,
      parkedAt: deposits.parkedAt,
      parkedReason: deposits.parkedReason,
      createdAt: deposits.createdAt,
      paidAt: deposits.paidAt,
      settledAt: deposits.settledAt,
      eventId: sql<string | null>`${events.id}`.as("event_id"),
      eventDate: events.date,
      citySlug: cities.slug,
      cityName: sql<string | null>`${cities.name}`.as("city_name"),
      timeZone: cities.timeZone,
      venueName: sql<string | null>`${venues.name}`.as("venue_name"),
    })
    .from(deposits)
    .leftJoin(bookings, eq(bookings.id, deposits.bookingId))
    .leftJoin(users, eq(users.id, bookings.userId))
    .leftJoin(events, eq(events.id, bookings.eventId))
    .leftJoin(cities, eq(cities.id, events.cityId))
    .leftJoin(tables, eq(tables.id, bookings.tableId))
    .leftJoin(venues, eq(venues.id, tables.venueId));

interface DepositFilter {
  state?: DepositState | undefined;
  cityId?: string | undefined;
  limit?: number;
}

/** The newest first; those of a city by the dates of its events, so that no other city's are read. */
export async function listDeposits(db: Database, { state, cityId, limit = 100 }: DepositFilter = {}) {
  const isOfState = state && eq(deposits.state, state);
  const ofCity = sql`(select ${deposits.id} from ${events} cross join ${bookings} on ${bookings.eventId} = ${events.id}
    cross join ${deposits} on ${deposits.bookingId} = ${bookings.id}
    where ${events.cityId} = ${cityId} and ${isOfState ?? sql`true`} order by ${events.date} desc limit ${limit})`;
  return selectDeposits(db)
    .where(cityId ? sql`${deposits.id} in ${ofCity}` : isOfState)
    .orderBy(...(cityId ? [desc(events.date)] : []), desc(deposits.createdAt))
    .limit(limit);
}

/** Newest first, and one more than a page has if there are older ones. */
export const listDepositsSince = async (
  db: Database,
  { since, page, pageSize }: { since: Date; page: number; pageSize: number },
) =>
  selectDepositsWithDiner(db)
    .where(gt(deposits.createdAt, since))
    .orderBy(desc(deposits.createdAt), desc(deposits.id))
    .limit(pageSize + 1)
    .offset((page - 1) * pageSize);

/** With names, for the page of a refund that Stripe refused. */
export const listParkedWithDiner = async (db: Database, limit: number) =>
  selectDepositsWithDiner(db)
    .where(isNotNull(deposits.parkedAt))
    .orderBy(asc(deposits.parkedAt))
    .limit(limit);

/** The rest of a deposit of which a part is on its way back is held or kept. */
const stateOfRest = sql<DepositState>`iif(${deposits.state} = 'refunding',
  iif(${deposits.cause} in ${jsonList(keepCauses)}, 'kept', 'paid'), +${deposits.state})`;

const onItsWay = sql`iif(${deposits.state} = 'refunding',
  coalesce(${deposits.refundAmount}, ${deposits.amount} - ${deposits.refunded}), 0)`;

const rest = sql`${deposits.amount} - ${deposits.refunded} - ${onItsWay}`;

/** What is held, kept, on its way back and given back of the deposits that were asked for since then. */
export const sumDepositsSince = async (db: Database, since: Date) =>
  db
    .select({
      currency: deposits.currency,
      state: stateOfRest.as("state_of_rest"),
      count: sql<number>`count(*)`.as("count"),
      amount: sql<number>`sum(${deposits.amount})`.as("amount"),
      restCount: sql<number>`sum(${rest} > 0)`.as("rest_count"),
      rest: sql<number>`sum(${rest})`.as("rest"),
      onItsWayCount: sql<number>`sum(${onItsWay} > 0)`.as("on_its_way_count"),
      onItsWay: sql<number>`sum(${onItsWay})`.as("on_its_way"),
      refundedCount: sql<number>`sum(${deposits.state} = 'refunded'
        or ${deposits.refunded} > 0)`.as("refunded_count"),
      refunded: sql<number>`sum(iif(${deposits.state} = 'refunded', ${deposits.amount},
          ${deposits.refunded}))`.as("refunded"),
    })
    .from(deposits)
    .where(gt(deposits.createdAt, since))
    .groupBy(sql`+${deposits.currency}`, sql`state_of_rest`);

export const listUserDeposits = async (db: Database, userId: string) =>
  selectDeposits(db).where(eq(bookings.userId, userId)).orderBy(desc(events.date));

/** Refunds that an operator has to look at, oldest first. */
export const listParkedDeposits = async (db: Database, { cityId, limit = 100 }: DepositFilter = {}) =>
  selectDeposits(db)
    .where(and(isNotNull(deposits.parkedAt), cityId ? eq(events.cityId, cityId) : undefined))
    .orderBy(asc(deposits.parkedAt))
    .limit(limit);

const ledgerPage = 5_000;

/** What came in and went out within this time, in the order of time. What Stripe calls a payment is there for both. */
export async function listPayments(db: Database, { from, until }: { from: Date; until: Date }) {
  const read = (after: { at: Date; id: number }) =>
    db
      .select({
        id: ledger.id,
        at: ledger.at,
        kind: ledger.kind,
        amount: ledger.amount,
        reference: ledger.reference,
        cause: ledger.cause,
        depositId: sql<string>`${deposits.id}`.as("deposit_id"),
        currency: deposits.currency,
        paymentId: deposits.paymentId,
        name: sql<string | null>`trim(${users.firstName} || ' ' || ${users.lastName})`.as("diner_name"),
        bookingId: sql<string | null>`${bookings.id}`.as("booking_id"),
        eventDate: events.date,
        cityName: sql<string | null>`${cities.name}`.as("city_name"),
        timeZone: cities.timeZone,
      })
      .from(ledger)
      .innerJoin(deposits, eq(deposits.id, ledger.depositId))
      .leftJoin(bookings, eq(bookings.id, deposits.bookingId))
      .leftJoin(users, eq(users.id, bookings.userId))
      .leftJoin(events, eq(events.id, bookings.eventId))
      .leftJoin(cities, eq(cities.id, events.cityId))
      .where(
        sql`${ledger.amount} <> 0 and (${ledger.at}, ${ledger.id}) > (${after.at.getTime()}, ${after.id})
          and ${ledger.at} < ${until.getTime()}`,
      )
      .orderBy(asc(ledger.at), asc(ledger.id))
      .limit(ledgerPage);
  const found = await read({ at: from, id: -1 });
  for (let page = found; page.length === ledgerPage; ) {
    page = await read(page.at(-1) as { at: Date; id: number });
    found.push(...page);
  }
  return found;
}

export type Payment = Awaited<ReturnType<typeof listPayments>>[number];

interface LedgerLine {
  kind: LedgerKind;
  /** In the smallest unit that Stripe counts, or SQL on the deposit. */
  amount?: SQL | number;
  reference?: string | null;
  cause?: DepositCause | SQL | null;
}

/** A statement for the batch of the change, before it: an entry for each deposit where the condition holds. */
export const addLedgerEntry = (db: Database, line: LedgerLine, now: Date, condition: SQL) =>
  insertWhere(db, ledger, { ...line, depositId: deposits.id, at: now }, condition, deposits);

export const hasLedgerEntry = (kinds: LedgerKind[], reference: string) =>
  sql`exists (select 1 from ${ledger} where ${ledger.depositId} = ${deposits.id}
    and ${ledger.reference} = ${reference} and ${inArray(ledger.kind, kinds)})`;
