import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { nextAttemptAt } from "#app/db/statements.ts";
import type { DepositCause } from "#app/lib/booking/booking-states.ts";
import { hourMs } from "#app/lib/time-units.ts";
import {
  addLedgerEntry,
  type DepositWithDiner,
  hasLedgerEntry,
  queueDepositEmail,
  selectDepositsWithDiner,
} from "./deposits.server.ts";

const maxRefundsPerRun = 20;

/** A refund that Stripe has not finished is checked this often. */
const pendingCheckMs = hourMs;

const isRefundDue = (now: Date) =>
  sql`${deposits.state} = 'refunding' and ${deposits.parkedAt} is null and ${deposits.dueAt} <= ${now.getTime()}`;

export async function countRefundsDue(db: Database, now: Date): Promise<number> {
  return db.$count(deposits, isRefundDue(now));
}

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

/** Does nothing when the refund is reported again. */
export async function recordRefund(
  db: Database,
  { id, refundId, cause }: Refund & { cause: DepositCause | null },
  now: Date,
): Promise<void> {
  const isUnrecorded = sql`not ${hasLedgerEntry(["refunded", "refund-failed"], refundId)}`;
  const isDone = sql`${deposits.id} = ${id} and ${deposits.state} = 'refunded' and ${deposits.refundId} = ${refundId}`;
  await db.batch([
    db
      .update(deposits)
      .set({ state: "refunded", refundId, settledAt: now, parkedAt: null, parkedReason: null })
      .where(
        sql`${deposits.id} = ${id} and ${deposits.state} in ('paid', 'kept', 'refunding') and ${isUnrecorded}`,
      ),
    queueDepositEmail(
      db,
      { kind: "deposit-refunded", data: { cause } },
      now,
      sql`${isDone} and ${isUnrecorded}`,
    ),
    addLedgerEntry(
      db,
      { kind: "refunded", amount: sql`-${deposits.amount}`, reference: refundId },
      now,
      sql`${isDone} and ${isUnrecorded}`,
    ),
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
  { id, refundId }: Refund,
  reason: string,
  now: Date,
): Promise<boolean> {
  const isNewFailure = sql`${deposits.id} = ${id} and not ${hasLedgerEntry(["refund-failed"], refundId)}
    and (${deposits.state} = 'refunding' or (${deposits.state} = 'refunded' and ${deposits.refundId} = ${refundId}))`;
  const wasParkedNow = sql`${deposits.id} = ${id} and ${deposits.refundId} = ${refundId}
    and ${deposits.parkedAt} = ${now.getTime()} and not ${hasLedgerEntry(["refund-failed"], refundId)}`;
  const returnedAmount = sql`case when ${hasLedgerEntry(["refunded"], refundId)} then ${deposits.amount} else 0 end`;
  const [parked] = await db.batch([
    db
      .update(deposits)
      .set({ state: "refunding", refundId, settledAt: null, parkedAt: now, parkedReason: reason })
      .where(isNewFailure)
      .returning({ id: deposits.id }),
    addLedgerEntry(db, { kind: "parked", reference: reason }, now, wasParkedNow),
    addLedgerEntry(
      db,
      { kind: "refund-failed", amount: returnedAmount, reference: refundId },
      now,
      wasParkedNow,
    ),
  ]);
  return parked.length === 1;
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

/** By an operator: refunds a paid or kept deposit, or tries a parked refund again. The job sends it. */
export async function requestRefund(db: Database, id: string, now: Date): Promise<boolean> {
  const isHeld = sql`${deposits.id} = ${id} and ${deposits.state} in ('paid', 'kept')`;
  const isParked = sql`${deposits.id} = ${id} and ${deposits.state} = 'refunding' and ${deposits.parkedAt} is not null`;
  const reset = { state: "refunding", dueAt: now, attempts: 0, settledAt: null } as const;
  const [, , released, resumed] = await db.batch([
    addLedgerEntry(db, { kind: "to-refund", cause: "by-hand" }, now, isHeld),
    addLedgerEntry(db, { kind: "resumed" }, now, isParked),
    db
      .update(deposits)
      .set({ ...reset, cause: "by-hand" })
      .where(isHeld)
      .returning({ id: deposits.id }),
    db
      .update(deposits)
      .set({
        ...reset,
        parkedAt: null,
        parkedReason: null,
        refundId: null,
        refundCount: sql`${deposits.refundCount} + 1`,
      })
      .where(isParked)
      .returning({ id: deposits.id }),
  ]);
  return released.length + resumed.length === 1;
}
