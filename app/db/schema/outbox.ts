import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/db/columns.ts";
import { emailKinds } from "#app/lib/email-kinds.ts";

/** An email is written in the batch of the change it tells of, and sent later. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: id(),
    kind: text({ enum: emailKinds }).notNull(),
    to: text().notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    createdAt: timestamp().notNull(),
    /** Moved on before each attempt, so that no two workers send at once. */
    dueAt: timestamp().notNull(),
    attempts: integer().notNull().default(0),
    attemptedAt: timestamp(),
    sentAt: timestamp(),
    /** Set where another attempt would fail too: an operator has to look at it. */
    parkedAt: timestamp(),
    lastError: text(),
  },
  (table) => [
    index("outbox_due").on(table.dueAt).where(sql`${table.sentAt} is null and ${table.parkedAt} is null`),
    index("outbox_by_attempt").on(table.attemptedAt),
    index("outbox_by_recipient").on(table.to, table.kind, table.createdAt),
  ],
);
