import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/db/columns.ts";
import { users } from "./account.ts";
import { events } from "./event.ts";

/** Hashes of what the matcher got and made, so that a table changed by hand is noticed. */
export const matchRecords = sqliteTable("match_records", {
  eventId: text()
    .primaryKey()
    .references(() => events.id),
  /** The match input without its diners. */
  frame: text().notNull(),
  /** Of the frame and all entry hashes. */
  entriesHash: text().notNull(),
  rulesVersion: integer().notNull(),
  writtenAt: timestamp().notNull(),
  resultHash: text(),
});

/** One diner of the match input. The hash stays when the diner is erased. */
export const matchEntries = sqliteTable(
  "match_entries",
  {
    eventId: text()
      .notNull()
      .references(() => events.id),
    hash: text().notNull(),
    userId: text().references(() => users.id, { onDelete: "set null" }),
    salt: text(),
    entry: text(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.hash] }),
    index("match_entries_by_user").on(table.userId),
    index("match_entries_readable").on(table.eventId).where(sql`${table.entry} is not null`),
  ],
);
