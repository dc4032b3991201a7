import { and, asc, desc, eq, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batched-read.ts";
import type { Database } from "#app/db/client.server.ts";
import { bookings, deposits, events, users, venues } from "#app/db/schema.ts";
import type { DepositState } from "#app/lib/deposit-states.ts";
import { type Email, queueEmail } from "#app/models/outbox/outbox.server.ts";
import { addLedgerEntry } from "./ledger.server.ts";

export type Deposit = typeof deposits.$inferSelect;

/** A diner's booking and what was left with us for it: the one they name, or the next dinner nothing was left for yet. */
export function readPayment(db: Database, userId: SQL, bookingId: string | null, now: Date) {
  const unpaid = sql`${bookings.canceled} = 0 and ${events.date} > ${now.getTime()}
    and (${deposits.state} is null or ${deposits.state} in ('open', 'expired'))`;
  return batchedRead(
    [
      db
        .select({
          bookingId: bookings.id,
          canceled: bookings.canceled,
          confirmed: bookings.confirmed,
          date: events.date,
          timeZone: venues.timeZone,
          deposit: deposits.state,
          cause: deposits.cause,
        })
        .from(bookings)
        .innerJoin(events, eq(events.id, bookings.eventId))
        .innerJoin(venues, eq(venues.id, events.venueId))
        .leftJoin(deposits, eq(deposits.bookingId, bookings.id))
        .where(and(eq(bookings.userId, userId), bookingId === null ? unpaid : eq(bookings.id, bookingId)))
        .orderBy(asc(events.date))
        .limit(1),
    ],
    ([[found]]) => found,
  );
}

export type Payable = NonNullable<ReturnType<ReturnType<typeof readPayment>["toResult"]>>;

export async function findDeposit(db: Database, by: { id: string } | { paymentId: string }) {
  const which = "id" in by ? eq(deposits.id, by.id) : eq(deposits.paymentId, by.paymentId);
  const [found] = await selectDepositsWithDiner(db).where(which);
  return found;
}

/** Deposits with whom to write to; nobody, once they were erased. */
export const selectDepositsWithDiner = (db: Database) =>
  db
    .select({
      deposit: deposits,
      to: users.email,
      bookingId: sql<string>`${bookings.id}`.as("of_booking"),
      canceled: bookings.canceled,
      date: events.date,
      timeZone: venues.timeZone,
    })
    .from(deposits)
    .leftJoin(bookings, eq(bookings.id, deposits.bookingId))
    .leftJoin(users, eq(users.id, bookings.userId))
    .leftJoin(events, eq(events.id, bookings.eventId))
    .leftJoin(venues, eq(venues.id, events.venueId));

export type DepositWithDiner = Awaited<ReturnType<typeof findDeposit>> & object;

/** A mail of the batch, while a deposit is as it was; none, where there is nobody to write to. */
export const queueDepositEmail = (db: Database, mail: Email | undefined, now: Date, where: SQL) =>
  mail ? [queueEmail(db, mail, now, sql`exists (select 1 from ${deposits} where ${where})`)] : [];

const selectDeposits = (db: Database) =>
  db
    .select({
      id: deposits.id,
      bookingId: deposits.bookingId,
      amount: deposits.amount,
      state: deposits.state,
      cause: deposits.cause,
      paymentId: deposits.paymentId,
      refundId: deposits.refundId,
      parkedAt: deposits.parkedAt,
      parkedReason: deposits.parkedReason,
      createdAt: deposits.createdAt,
      paidAt: deposits.paidAt,
      settledAt: deposits.settledAt,
      eventDate: events.date,
    })
    .from(deposits)
    .leftJoin(bookings, eq(bookings.id, deposits.bookingId))
    .leftJoin(events, eq(events.id, bookings.eventId));

interface DepositFilter {
  state?: DepositState;
  /** Older than this one. */
  before?: Date;
  limit?: number;
}

/** For the operator, newest first. */
export async function listDeposits(db: Database, { state, before, limit = 100 }: DepositFilter = {}) {
  return selectDeposits(db)
    .where(
      and(state ? eq(deposits.state, state) : undefined, before ? lt(deposits.createdAt, before) : undefined),
    )
    .orderBy(desc(deposits.createdAt))
    .limit(limit);
}

/** What waits for the operator, oldest first. */
export async function listParkedDeposits(db: Database) {
  return selectDeposits(db).where(isNotNull(deposits.parkedAt)).orderBy(asc(deposits.parkedAt));
}

/**
 * By an operator's hand: a deposit that is held or was kept goes back, or a refund that was parked is tried once more.
 * Whether there was anything to do; the job does it.
 */
export async function requestRefund(db: Database, id: string, now: Date): Promise<boolean> {
  const isHeld = sql`${deposits.id} = ${id} and ${deposits.state} in ('paid', 'kept')`;
  const isParked = sql`${deposits.id} = ${id} and ${deposits.state} = 'refunding' and ${deposits.parkedAt} is not null`;
  const again = { state: "refunding", dueAt: now, attempts: 0, settledAt: null } as const;
  const [, , released, resumed] = await db.batch([
    addLedgerEntry(db, { kind: "to-refund", cause: "by-hand" }, now, isHeld),
    addLedgerEntry(db, { kind: "resumed" }, now, isParked),
    db
      .update(deposits)
      .set({ ...again, cause: "by-hand" })
      .where(isHeld)
      .returning({ id: deposits.id }),
    db
      .update(deposits)
      .set({
        ...again,
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
