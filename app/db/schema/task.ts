import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/db/columns.ts";

/** One piece of a job that was sent to the queue and is not finished yet. */
export const tasks = sqliteTable(
  "tasks",
  {
    /** The job and the item, so that the same work never runs twice at once. */
    id: text().primaryKey(),
    job: text().notNull(),
    item: text().notNull(),
    createdAt: timestamp().notNull(),
    queuedAt: timestamp().notNull(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    /** Set when all attempts have failed, so an operator has to look at it. */
    parkedAt: timestamp(),
  },
  (table) => [
    index("tasks_by_queue_time").on(table.queuedAt).where(sql`${table.parkedAt} is null`),
    index("tasks_parked").on(table.parkedAt).where(sql`${table.parkedAt} is not null`),
  ],
);
