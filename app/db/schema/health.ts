import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/db/columns.ts";

/** When the cron and the queue last ran, the second clock ticked, something else did the work of the cron, all was looked through, and a webhook came. */
export const heartbeats = sqliteTable("heartbeats", {
  name: text({ enum: ["cron", "queue", "tick", "stand-in", "sweep", "stripe", "resend"] }).primaryKey(),
  at: timestamp().notNull(),
});

/** A problem, from when it was found until it was over. */
export const incidents = sqliteTable(
  "incidents",
  {
    id: id(),
    name: text().notNull(),
    detail: text().notNull(),
    startedAt: timestamp().notNull(),
    /** When the operator was told. A problem that is over within a minute is not reported. */
    announcedAt: timestamp(),
    endedAt: timestamp(),
    /** When `ALARM_WEBHOOK` is told; null if it has received the latest news. */
    tellAt: timestamp(),
  },
  (table) => [
    uniqueIndex("incidents_one_open").on(table.name).where(sql`${table.endedAt} is null`),
    index("incidents_by_end").on(table.endedAt),
  ],
);
