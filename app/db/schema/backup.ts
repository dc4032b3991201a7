import { sql } from "drizzle-orm";
import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/db/columns.ts";

export const databaseTime = sql`(cast(unixepoch('subsec') * 1000 as integer))`;

/**
 * The owners whose rows in a table have changed, so that restoring a backup doesn't undo the change. Triggers write a row in the
 * transaction of each change, and it stays until the owner's rows are in the bucket. The migration makes the table without row ids.
 */
export const keptChanges = sqliteTable(
  "kept_changes",
  {
    owner: text().notNull(),
    name: text().notNull(),
    /** The time by the database’s clock, like the marks of backups. It changes with each change. */
    at: timestamp().notNull().default(databaseTime),
  },
  (table) => [primaryKey({ columns: [table.owner, table.name] })],
);
