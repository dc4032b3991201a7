import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { jsonList, nextAttemptAt } from "#app/db/statements.ts";
import { type DepositState, keepCauses } from "#app/lib/booking/booking-states.ts";
import type { EmailData } from "#app/lib/email-kinds.ts";
import { hourMs } from "#app/lib/time-units.ts";
import {
  addLedgerEntry,
  type DepositWithDiner,
  hasLedgerEntry,
  queueDepositEmail,
  selectDepositsWithDiner,
  startRefund,
} from "./deposits.server.ts";

const maxRefundsPerRun = 20;

/** A refund that Stripe has not finished is checked this often. */
const pendingCheckMs = hourMs;

const isRefundDue = (now: Date) =>
  sql`${deposits.state} = 'refunding' and ${deposits.parkedAt} is null and ${deposits.dueAt} <= ${now.getTime()}`;

export const countRefundsDue = async (db: Database, now: Date): Promise<number> =>
  db.$count(deposits, isRefundDue(now));

/** Moves each refund to its next attempt before it is sent, so a refund whose worker died is tried again. */
export async function claimRefunds(db: Database, now: Date): Promise<DepositWithDiner[]> {
  const due = sql`(select ${deposits.id} from ${deposits} where ${isRefundDue(now)} order by ${deposits.dueAt} limit ${maxRefundsPerRun})`;
  const claimed = await db
    .update(deposits)
    .set({ attempts: sql`${deposits.attempts} + 1`, dueAt: nextAttemptAt(now, deposits.attempts) })
    .where(sql`${deposits.id} in ${due}`)
    .returning({ id: deposits.id });
  if (claimed.length === 0) return [];
  return selectDepositsWithDiner(db).where(
    inArray(
      deposits.id,
      claimed.map(({ id }) => id),
    ),
  );
}

interface Refund {
  id: string;
  refundId: string;
}

interface MadeRefund extends Refund {
  amount: number;
  data: EmailData["deposit-refunded"];
}

/** Where the deposit is after money went back: kept or held as before, as long as some of it is left. */
const stateAfterRefund = (amount: number, isStillOwed: SQL) => sql<DepositState>`case
  when ${deposits.state} = 'disputed' then 'disputed'
  when ${deposits.refunded} + ${amount} >= ${deposits.amount} then 'refunded'
  when ${deposits.state} <> 'refunding' or ${isStillOwed} then ${deposits.state}
  when ${deposits.cause} in ${jsonList(keepCauses)} then 'kept'
  else 'paid' end`;

/** Also one that was made in Stripe's dashboard. Does nothing when it is reported again. */
export async function recordRefund(
  db: Database,
  { id, refundId, amount, data }: MadeRefund,
  now: Date,
): Promise<void> {
  // What is going back can't be more than what is left, and another amount needs another key.
  const left = sql`${deposits.amount} - ${deposits.refunded} - ${amount}`;
  const isStillOwed = sql`(${deposits.refundAmount} is not null and ${deposits.refundAmount} <> ${amount} and ${left} > 0)`;
  const isTooMuch = sql`(${isStillOwed} and ${deposits.refundAmount} > ${left})`;
  const state = stateAfterRefund(amount, isStillOwed);
  const isNew = sql`${deposits.id} = ${id} and ${deposits.paymentId} is not null
    and not ${hasLedgerEntry(["refunded", "refund-failed"], refundId)}`;
  await db.batch([
    queueDepositEmail(db, { kind: "deposit-refunded", data }, now, isNew),
    db
      .update(deposits)
      .set({
        state,
        refunded: sql`${deposits.refunded} + ${amount}`,
        refundAmount: sql`iif(${isStillOwed}, min(${deposits.refundAmount}, ${left}), null)`,
        refundCount: sql`${deposits.refundCount} + ${isTooMuch}`,
        refundId: sql`iif(${isStillOwed}, ${deposits.refundId}, ${refundId})`,
        settledAt: sql`iif(${state} in ('refunded', 'kept'), ${now.getTime()}, null)`,
        dueAt: sql`iif(${state} = 'paid', ${now.getTime()}, ${deposits.dueAt})`,
        parkedAt: sql`iif(${isStillOwed}, ${deposits.parkedAt}, null)`,
        parkedReason: sql`iif(${isStillOwed}, ${deposits.parkedReason}, null)`,
      })
      .where(isNew),
    addLedgerEntry(db, { kind: "refunded", amount: -amount, reference: refundId }, now, isNew),
  ]);
}

/** Stripe has not finished it: the next attempt asks for its state instead of a new refund. */
export async function savePendingRefund(db: Database, { id, refundId }: Refund, now: Date): Promise<void> {
  await db
    .update(deposits)
    .set({ refundId, dueAt: new Date(now.getTime() + pendingCheckMs) })
    .where(and(eq(deposits.id, id), eq(deposits.state, "refunding"), isNull(deposits.refundId)));
}

/** A bank can refuse a refund days after Stripe reported it as done. Returns false if that is already recorded. */
export async function recordFailedRefund(
  db: Database,
  { id, refundId, amount }: Refund & { amount: number },
  reason: string,
  now: Date,
): Promise<boolean> {
  const wasMade = hasLedgerEntry(["refunded"], refundId);
  // One that was reported as failed first is not known otherwise.
  const isCurrent = sql`${deposits.state} = 'refunding'
    and (${deposits.refundId} = ${refundId} or (${deposits.refundId} is null and ${deposits.refundAmount} = ${amount}))`;
  const isNew = sql`${deposits.id} = ${id} and not ${hasLedgerEntry(["refund-failed"], refundId)} and (${wasMade} or ${isCurrent})`;
  const mustPark = sql`(${isCurrent} or ${deposits.state} not in ('refunding', 'disputed'))`;
  const isOwedAfterDispute = sql`(${deposits.state} = 'disputed' and ${deposits.refundAmount} is null)`;
  const isOwedAnew = sql`(${mustPark} or ${isOwedAfterDispute})`;
  const [, changed] = await db.batch([
    addLedgerEntry(db, { kind: "parked", reference: reason }, now, sql`${isNew} and ${mustPark}`),
    db
      .update(deposits)
      .set({
        state: sql`iif(${mustPark}, 'refunding', ${deposits.state})`,
        refunded: sql`${deposits.refunded} - iif(${wasMade}, ${amount}, 0)`,
        refundAmount: sql`iif(${isOwedAnew}, ${amount}, ${deposits.refundAmount})`,
        refundId: sql`iif(${isOwedAnew}, iif(${mustPark}, ${refundId}, null), ${deposits.refundId})`,
        settledAt: sql`iif(${isOwedAnew}, null, ${deposits.settledAt})`,
        parkedAt: sql`iif(${mustPark}, ${now.getTime()}, ${deposits.parkedAt})`,
        parkedReason: sql`iif(${mustPark}, ${reason}, ${deposits.parkedReason})`,
      })
      .where(isNew)
      .returning({ id: deposits.id }),
    addLedgerEntry(
      db,
      { kind: "refund-failed", amount: sql`iif(${wasMade}, ${amount}, 0)`, reference: refundId },
      now,
      isNew,
    ),
  ]);
  return changed.length === 1;
}

/** Another attempt would fail too. Returns false if the refund is already parked. */
export async function parkRefund(db: Database, id: string, reason: string, now: Date): Promise<boolean> {
  const isActive = sql`${deposits.id} = ${id} and ${deposits.state} = 'refunding' and ${deposits.parkedAt} is null`;
  const [, parked] = await db.batch([
    addLedgerEntry(db, { kind: "parked", reference: reason }, now, isActive),
    db
      .update(deposits)
      .set({ parkedAt: now, parkedReason: reason })
      .where(isActive)
      .returning({ id: deposits.id }),
  ]);
  return parked.length === 1;
}

/** Stripe repeats an error for the same key for a day, so the next attempt uses another key. */
export async function rotateRefundKey(
  db: Database,
  { id, refundCount }: { id: string; refundCount: number },
) {
  await db
    .update(deposits)
    .set({ refundCount: refundCount + 1 })
    .where(and(eq(deposits.id, id), eq(deposits.refundCount, refundCount), eq(deposits.state, "refunding")));
}

interface Request {
  /** All that is left if undefined. */
  amount?: number | undefined;
  /** A sentence for the diner. */
  reason?: string | undefined;
  /** What had gone back when the operator decided, so that the same form sent twice refunds once. */
  refundedBefore?: number | undefined;
}

/** By an operator: refunds a paid or kept deposit or a part of it, or tries a parked refund again. The job sends it. */
export async function requestRefund(
  db: Database,
  id: string,
  now: Date,
  { amount, reason, refundedBefore }: Request = {},
): Promise<boolean> {
  const isHeld = sql`${deposits.id} = ${id} and ${deposits.state} in ('paid', 'kept')
    and ${deposits.refunded} + ${amount ?? 1} <= ${deposits.amount}
    and ${deposits.refunded} = ${refundedBefore ?? deposits.refunded}`;
  const isParked = sql`${deposits.id} = ${id} and ${deposits.state} = 'refunding' and ${deposits.parkedAt} is not null`;
  // A part changes nothing about why the rest is kept.
  const cause = amount === undefined ? ({ cause: "by-hand" } as const) : {};
  const [, , released, resumed] = await db.batch([
    addLedgerEntry(db, { kind: "to-refund", ...cause }, now, isHeld),
    addLedgerEntry(db, { kind: "resumed" }, now, isParked),
    db
      .update(deposits)
      .set({ ...startRefund(now, amount), ...cause, refundReason: reason ?? null })
      .where(isHeld)
      .returning({ id: deposits.id }),
    db
      .update(deposits)
      .set({
        ...startRefund(now, sql`${deposits.refundAmount}`),
        // What was made of earlier attempts is looked up before the next one.
        attempts: 1,
        parkedAt: null,
        parkedReason: null,
      })
      .where(isParked)
      .returning({ id: deposits.id }),
  ]);
  return released.length + resumed.length === 1;
}
