import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, idOf, timestamp } from "#app/db/columns.ts";
import { depositCauses, depositStates, disputeStates, ledgerKinds } from "#app/lib/booking/booking-states.ts";
import { bookings } from "./booking.ts";

/** Money paid for a booking. The row stays when its diner is erased, but nothing in it names them. */
export const deposits = sqliteTable(
  "deposits",
  {
    id: id(),
    bookingId: text().references(() => bookings.id, { onDelete: "set null" }),
    /** In the smallest unit that Stripe counts. */
    amount: integer().notNull(),
    currency: text().notNull(),
    state: text({ enum: depositStates }).notNull().default("open"),
    cause: text({ enum: depositCauses }),
    checkoutCount: integer().notNull().default(1),
    checkoutId: text(),
    /** Stored because a Stripe retry must send identical parameters. */
    origin: text().notNull(),
    paymentId: text(),
    /** Of the amount, what has gone back, also by a bank that decided against the club. */
    refunded: integer().notNull().default(0),
    /** What is going back now, while it is refunding; or afterwards, while it is disputed. */
    refundAmount: integer(),
    /** A sentence by an operator for the diner, about the last refund by hand. */
    refundReason: text(),
    /** Refunds requested so far, each with its own idempotency key. */
    refundCount: integer().notNull().default(0),
    refundId: text(),
    /**
     * Set to a later time before each attempt, so that two workers never ask Stripe at once. Until then nothing is decided about a
     * paid deposit. Triggers set it to 0 when something changes that the decision depends on.
     */
    dueAt: timestamp().notNull(),
    attempts: integer().notNull().default(0),
    /** Set if another attempt would fail too, so an operator has to look at it. */
    parkedAt: timestamp(),
    parkedReason: text(),
    createdAt: timestamp().notNull(),
    paidAt: timestamp(),
    settledAt: timestamp(),
  },
  (table) => [
    uniqueIndex("deposits_once_a_booking").on(table.bookingId),
    uniqueIndex("deposits_by_payment").on(table.paymentId),
    index("deposits_by_state").on(table.state, table.dueAt),
    index("deposits_parked").on(table.parkedAt).where(sql`${table.parkedAt} is not null`),
    index("deposits_by_age").on(table.createdAt),
    index("deposits_by_state_and_age").on(table.state, table.createdAt),
    index("deposits_of_erased").on(table.paidAt).where(sql`${table.bookingId} is null`),
    check("deposits_are_of_something", sql`${table.amount} > 0`),
  ],
);

/** A payment that a diner has asked their bank to take back. The row stays when the diner is erased. */
export const disputes = sqliteTable(
  "disputes",
  {
    /** Stripe's. */
    id: text().primaryKey(),
    depositId: idOf(() => deposits.id),
    amount: integer().notNull(),
    state: text({ enum: disputeStates }).notNull(),
    /** Stripe's word for what the diner said. */
    reason: text().notNull(),
    /** Until when Stripe takes evidence. */
    respondBy: timestamp(),
    createdAt: timestamp().notNull(),
  },
  (table) => [
    index("disputes_by_deposit").on(table.depositId, table.createdAt),
    index("disputes_to_answer")
      .on(table.respondBy)
      .where(sql`${table.state} in ('warning_needs_response', 'needs_response')`),
  ],
);

/** Everything that happened to a deposit. Triggers refuse changes, and refunds of more than was paid. */
export const ledger = sqliteTable(
  "ledger",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    depositId: idOf(() => deposits.id),
    at: timestamp().notNull(),
    kind: text({ enum: ledgerKinds }).notNull(),
    /** In the smallest unit that Stripe counts; negative for money that the club pays out. */
    amount: integer().notNull().default(0),
    reference: text(),
    cause: text({ enum: depositCauses }),
  },
  (table) => [
    index("ledger_by_deposit").on(table.depositId),
    index("ledger_of_payments").on(table.at, table.id).where(sql`${table.amount} <> 0`),
    uniqueIndex("ledger_one_charge").on(table.depositId).where(sql`${table.kind} = 'paid'`),
    uniqueIndex("ledger_each_refund_once").on(table.reference).where(sql`${table.kind} = 'refunded'`),
    uniqueIndex("ledger_each_dispute_once")
      .on(table.reference, table.kind)
      .where(sql`${table.kind} in ('disputed', 'dispute-won', 'dispute-lost')`),
  ],
);
