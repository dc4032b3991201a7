import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, timestamp } from "#app/db/columns.ts";
import { type EmailData, emailKinds } from "#app/lib/email-kinds.ts";
import { users } from "./account.ts";
import { bookings } from "./booking.ts";

/** The emails of one request to the provider. The set stays the same until the outcome is known. */
export const emailBatches = sqliteTable(
  "email_batches",
  {
    /** The id is also the idempotency key. */
    id: id(),
    priority: integer().notNull(),
    createdAt: timestamp().notNull(),
    /** Set to a later time before each attempt, so that two workers never send at once. */
    dueAt: timestamp().notNull(),
    attempts: integer().notNull().default(0),
    /** Attempts that certainly sent nothing. After any other attempt, emails may have been sent. */
    refusedAttempts: integer().notNull().default(0),
    /** The time by the database's clock, which all workers share. */
    attemptedAt: timestamp(),
    claimedBy: text(),
    /** The provider asked for no request before this time, by the database's clock. */
    pausedUntil: timestamp(),
    finishedAt: timestamp(),
    lastError: text(),
  },
  (table) => [
    index("email_batches_due").on(table.priority, table.dueAt).where(sql`${table.finishedAt} is null`),
    index("email_batches_finished").on(table.finishedAt).where(sql`${table.finishedAt} is not null`),
    index("email_batches_by_attempt").on(table.attemptedAt),
    index("email_batches_by_claim").on(table.claimedBy),
    index("email_batches_paused").on(table.pausedUntil).where(sql`${table.pausedUntil} is not null`),
  ],
);

/** Addresses that get no emails, because emails bounced for good or somebody there marked them as spam. */
export const brokenAddresses = sqliteTable(
  "broken_addresses",
  {
    email: text().primaryKey(),
    /** The user whose address it is, was, or was going to be. */
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    reason: text({ enum: ["bounced", "complained"] }).notNull(),
    at: timestamp().notNull(),
  },
  (table) => [index("broken_addresses_by_user").on(table.userId)],
);

/** An email is written in the batch of the change that it reports, and rendered when it is sent. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: id(),
    kind: text({ enum: emailKinds }).notNull(),
    to: text().notNull(),
    priority: integer().notNull(),
    bookingId: text().references(() => bookings.id, { onDelete: "cascade" }),
    /** Never contains a token. For a link it has the id, and the token is made when the email is rendered. */
    data: text({ mode: "json" }).$type<EmailData[keyof EmailData]>().notNull(),
    /** Decided when it is written, because a retry must be the same request. Such an email is sent alone. */
    hasInvitation: flag(),
    createdAt: timestamp().notNull(),
    dueAt: timestamp().notNull(),
    /** The email is not worth sending after this time. */
    expiresAt: timestamp().notNull(),
    /** Set once the email has expired, which keeps it out of the search for due emails. */
    expiredAt: timestamp(),
    batchId: text().references(() => emailBatches.id),
    sentAt: timestamp(),
    /** Set if another attempt would fail too, so an operator has to look at it. */
    parkedAt: timestamp(),
    lastError: text(),
  },
  (table) => [
    index("outbox_waiting")
      .on(table.priority, table.hasInvitation, table.dueAt)
      .where(
        sql`${table.batchId} is null and ${table.sentAt} is null and ${table.parkedAt} is null and ${table.expiredAt} is null`,
      ),
    index("outbox_unsent")
      .on(table.dueAt)
      .where(sql`${table.sentAt} is null and ${table.parkedAt} is null and ${table.expiredAt} is null`),
    index("outbox_parked")
      .on(table.parkedAt)
      .where(sql`${table.parkedAt} is not null and ${table.sentAt} is null`),
    index("outbox_expired").on(table.expiredAt).where(sql`${table.expiredAt} is not null`),
    index("outbox_by_batch").on(table.batchId).where(sql`${table.batchId} is not null`),
    index("outbox_by_booking").on(table.bookingId),
    index("outbox_of_messages")
      .on(sql`${table.data} ->> 'messageId'`, table.sentAt)
      .where(sql`${table.data} ->> 'messageId' is not null`),
    index("outbox_to_other_addresses")
      .on(sql`${table.data} ->> 'userId'`)
      .where(sql`${table.data} ->> 'userId' is not null`),
    index("outbox_by_age").on(table.createdAt),
    index("outbox_by_recipient").on(table.to, table.kind, table.createdAt),
  ],
);
