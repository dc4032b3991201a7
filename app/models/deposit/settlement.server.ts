import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, deposits, events } from "#app/db/schema.ts";
import { type DepositCause, keepCauses } from "#app/lib/deposit-states.ts";
import { eventTimes } from "#app/lib/event-times.ts";
import type { Email } from "#app/models/outbox/outbox.server.ts";
import { type DepositWithDiner, queueDepositEmail, selectDepositsWithDiner } from "./deposits.server.ts";
import { addLedgerEntry, hasLedgerEntry } from "./ledger.server.ts";

/**
 * Why a deposit goes back or stays, once that can be said; the order of the lines is the order of the rules. A booking
 * that is gone was erased before its payment came.
 */
const outcome = (now: Date) => sql<DepositCause | null>`(select case
  when ${bookings.id} is null then 'erased'
  when ${bookings.canceledByClub} = 1 or ${events.canceledAt} is not null then 'canceled-by-club'
  when ${bookings.canceled} = 1 and ${bookings.canceledAt} < ${events.date} - ${eventTimes.closesBeforeMs} then 'canceled-in-time'
  when ${bookings.canceled} = 1 and ${bookings.canceledAt} <= ${deposits.paidAt} then 'canceled-before-paid'
  when ${bookings.canceled} = 1 and ${bookings.confirmed} = 0 then 'canceled-in-time'
  when ${bookings.canceled} = 1 then 'canceled-late'
  when ${events.date} > ${now.getTime() - eventTimes.settlesAfterMs} then null
  when ${bookings.attendance} = 'no-show' then 'no-show'
  else 'dinner-over' end
  from (select 1) left join ${bookings} on ${bookings.id} = ${deposits.bookingId}
    left join ${events} on ${events.id} = ${bookings.eventId})`;

/** Held deposits, or the one of a booking, of which it can be said by now whether they go back, and why. */
export async function findDecidableDeposits(db: Database, now: Date, bookingId?: string) {
  const among = bookingId === undefined ? sql`1` : eq(deposits.bookingId, bookingId);
  return (
    db
      // Wrapped: of what stands by itself drizzle drops the tables' names.
      .select({ id: deposits.id, cause: sql<DepositCause>`${outcome(now)}`.as("verdict") })
      .from(deposits)
      .where(sql`${deposits.state} = 'paid' and ${among} and ${outcome(now)} is not null`)
      .limit(100)
  );
}

export const isKeptFor = (cause: DepositCause) => keepCauses.some((one) => one === cause);

/** Once; and only while the reason still holds. The mail tells who keeps nothing back: a refund is told when it is made. */
export async function settleDeposit(
  db: Database,
  { id, cause }: { id: string; cause: DepositCause },
  mail: Email | undefined,
  now: Date,
): Promise<void> {
  const holds = sql`${deposits.id} = ${id} and ${deposits.state} = 'paid' and ${outcome(now)} = ${cause}`;
  const stays = isKeptFor(cause);
  await db.batch([
    addLedgerEntry(db, { kind: stays ? "kept" : "to-refund", cause }, now, holds),
    ...queueDepositEmail(db, mail, now, holds),
    db
      .update(deposits)
      .set(
        stays
          ? { state: "kept", cause, settledAt: now }
          : { state: "refunding", cause, dueAt: now, attempts: 0 },
      )
      .where(holds),
  ]);
}

const minute = 60_000;

/** One minute, two, four, … up to six hours. */
const nextAttemptAt = (now: Date) =>
  sql<Date>`cast(${now.getTime()} + min(${minute} * (1 << min(${deposits.attempts}, 9)), ${360 * minute}) as integer)`;

const isRefundDue = (now: Date) =>
  sql`${deposits.state} = 'refunding' and ${deposits.parkedAt} is null and ${deposits.dueAt} <= ${now.getTime()}`;

export async function countRefundsDue(db: Database, now: Date): Promise<number> {
  return db.$count(deposits, isRefundDue(now));
}

/** Takes what is to be given back, pushing each on to its next try first; whoever dies with it in hand has it tried again. */
export async function claimRefunds(db: Database, now: Date): Promise<DepositWithDiner[]> {
  const due = sql`(select ${deposits.id} from ${deposits} where ${isRefundDue(now)} order by ${deposits.dueAt} limit 20)`;
  const claimed = await db
    .update(deposits)
    .set({ attempts: sql`${deposits.attempts} + 1`, dueAt: nextAttemptAt(now) })
    .where(sql`${deposits.id} in ${due}`)
    .returning({ id: deposits.id });
  if (claimed.length === 0) return [];
  return selectDepositsWithDiner(db).where(
    sql`${deposits.id} in (select value from json_each(${JSON.stringify(claimed.map(({ id }) => id))}))`,
  );
}

interface Refund {
  id: string;
  refundId: string;
}

/** The money is on its way back: once for ever, whoever tells us first. */
export async function recordRefund(
  db: Database,
  { id, refundId }: Refund,
  mail: Email | undefined,
  now: Date,
): Promise<void> {
  const isUntold = sql`not ${hasLedgerEntry(["refunded", "refund-failed"], refundId)}`;
  const isDone = sql`${deposits.id} = ${id} and ${deposits.state} = 'refunded' and ${deposits.refundId} = ${refundId}`;
  await db.batch([
    db
      .update(deposits)
      .set({ state: "refunded", refundId, settledAt: now, parkedAt: null, parkedReason: null })
      .where(
        sql`${deposits.id} = ${id} and ${deposits.state} in ('paid', 'kept', 'refunding') and ${isUntold}`,
      ),
    ...queueDepositEmail(db, mail, now, sql`${isDone} and ${isUntold}`),
    addLedgerEntry(
      db,
      { kind: "refunded", amount: sql`-${deposits.amount}`, reference: refundId },
      now,
      sql`${isDone} and ${isUntold}`,
    ),
  ]);
}

/** Asked for, and not done yet: it is asked about again, not asked for again. */
export async function savePendingRefund(db: Database, { id, refundId }: Refund, now: Date): Promise<void> {
  await db
    .update(deposits)
    .set({ refundId, dueAt: new Date(now.getTime() + 60 * minute) })
    .where(and(eq(deposits.id, id), eq(deposits.state, "refunding"), isNull(deposits.refundId)));
}

/** The bank would not take it, even days after it was said to be done: the money is with us again. Whether that was news. */
export async function recordFailedRefund(
  db: Database,
  { id, refundId }: Refund,
  because: string,
  now: Date,
): Promise<boolean> {
  const isNews = sql`${deposits.id} = ${id} and not ${hasLedgerEntry(["refund-failed"], refundId)}
    and (${deposits.state} = 'refunding' or (${deposits.state} = 'refunded' and ${deposits.refundId} = ${refundId}))`;
  const isParkedNow = sql`${deposits.id} = ${id} and ${deposits.refundId} = ${refundId}
    and ${deposits.parkedAt} = ${now.getTime()} and not ${hasLedgerEntry(["refund-failed"], refundId)}`;
  const cameBack = sql`case when ${hasLedgerEntry(["refunded"], refundId)} then ${deposits.amount} else 0 end`;
  const [parked] = await db.batch([
    db
      .update(deposits)
      .set({ state: "refunding", refundId, settledAt: null, parkedAt: now, parkedReason: because })
      .where(isNews)
      .returning({ id: deposits.id }),
    addLedgerEntry(db, { kind: "parked", reference: because }, now, isParkedNow),
    addLedgerEntry(db, { kind: "refund-failed", amount: cameBack, reference: refundId }, now, isParkedNow),
  ]);
  return parked.length === 1;
}

/** Trying again is of no use. Whether it was not parked already. */
export async function parkRefund(db: Database, id: string, because: string, now: Date): Promise<boolean> {
  const isTried = sql`${deposits.id} = ${id} and ${deposits.state} = 'refunding' and ${deposits.parkedAt} is null`;
  const [, parked] = await db.batch([
    addLedgerEntry(db, { kind: "parked", reference: because }, now, isTried),
    db
      .update(deposits)
      .set({ parkedAt: now, parkedReason: because })
      .where(isTried)
      .returning({ id: deposits.id }),
  ]);
  return parked.length === 1;
}

/** The answer to this key was a fault, and would be for a day: the next try brings another. */
export async function rotateRefundKey(
  db: Database,
  { id, refundCount }: { id: string; refundCount: number },
) {
  await db
    .update(deposits)
    .set({ refundCount: refundCount + 1 })
    .where(and(eq(deposits.id, id), eq(deposits.refundCount, refundCount), eq(deposits.state, "refunding")));
}

/** Whoever is erased leaves as if they had canceled there and then: what they left with us goes back, or stays, by the rules. */
export function settleForErasedUsers(db: Database, who: SQL, now: Date) {
  const mine = sql`${bookings.userId} in ${who}`;
  const atTheEnd = new Date(8.64e15);
  const held = sql`${deposits.state} = 'paid'
    and exists (select 1 from ${bookings} where ${bookings.id} = ${deposits.bookingId} and ${mine})`;
  const stays = sql`${outcome(atTheEnd)} in (select value from json_each(${JSON.stringify(keepCauses)}))`;
  return [
    db
      .update(bookings)
      .set({ canceled: true, canceledAt: now })
      .where(
        sql`${mine} and ${bookings.canceled} = 0 and exists (select 1 from ${events}
          where ${events.id} = ${bookings.eventId} and ${events.date} > ${now.getTime()})`,
      ),
    addLedgerEntry(db, { kind: "kept", cause: outcome(atTheEnd) }, now, sql`${held} and ${stays}`),
    addLedgerEntry(db, { kind: "to-refund", cause: outcome(atTheEnd) }, now, sql`${held} and not ${stays}`),
    db
      .update(deposits)
      .set({ state: "kept", cause: outcome(atTheEnd), settledAt: now })
      .where(sql`${held} and ${stays}`),
    db
      .update(deposits)
      .set({ state: "refunding", cause: outcome(atTheEnd), dueAt: now, attempts: 0 })
      .where(held),
  ] as const;
}
