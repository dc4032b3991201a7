import { sql } from "drizzle-orm";
import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/db/columns.ts";

export const databaseTime = sql`(cast(unixepoch('subsec') * 1000 as integer))`;

/**
 * Whose rows in which table were changed, so that restoring a backup does not undo it: triggers write it in the transaction of
 * each change, and it waits here until these rows are in the bucket. The migration makes it without row ids.
 */
export const keptChanges = sqliteTable(
  "kept_changes",
  {
    owner: text().notNull(),
    /** Of the table. */
    name: text().notNull(),
    /** By the database’s clock, as the marks of backups; another one with each change. */
    at: timestamp().notNull().default(databaseTime),
  },
  (table) => [primaryKey({ columns: [table.owner, table.name] })],
);
