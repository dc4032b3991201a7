import { sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/db/columns.ts";

export const databaseTime = sql`(cast(unixepoch('subsec') * 1000 as integer))`;

/**
 * What restoring a backup must not undo, with ids and hashes only. Triggers write it in the transaction of each change, and it
 * waits here until it is in the bucket.
 */
export const keptChanges = sqliteTable("kept_changes", {
  /** Never given twice: what is in the bucket is deleted by it. */
  id: integer().primaryKey({ autoIncrement: true }),
  kind: text().notNull(),
  data: text({ mode: "json" }).$type<Record<string, string | number | null>>().notNull(),
  /** By the database’s clock, as the marks of backups. */
  at: timestamp().notNull().default(databaseTime),
});
