import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/db/columns.ts";
import type { TermsReport } from "#app/matching/terms/report-terms.ts";
import { users } from "./account.ts";
import { events } from "./event.ts";
import { venues } from "./venue.ts";

/** What a table gains and loses beside its pair scores: points from 0, which is not in force, to 20. One row. */
export const tableTerms = sqliteTable(
  "table_terms",
  {
    id: integer().primaryKey(),
    company: real().notNull(),
    ageAlone: real().notNull(),
    nearYears: integer().notNull(),
    ageWide: real().notNull(),
    wideYears: integer().notNull(),
    talkerMissing: real().notNull(),
    wish: real().notNull(),
  },
  (table) => [check("table_terms_are_one_row", sql`${table.id} = 1`)],
);

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
  /** Below it a table counts for less, in points; no part of what is hashed. Null for a single table. */
  scoreFloor: real(),
  /** By how many points each table could be better at most; 0 is proven best, and null not known. */
  possibleGain: real(),
  /** What became of each promise as the tables were made; null where no term was in force. */
  keptTerms: text({ mode: "json" }).$type<TermsReport>(),
  writtenAt: timestamp().notNull(),
  /** Of the seating, by the matcher; null until it has run, like the other hash. */
  seatingHash: text(),
  /** Of the hashes of the entries, the seating and the groups. */
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
    /** What the diner may read, and the hash of their relations; null once it is erased, with the salts and the relations. */
    entry: text(),
    relationsSalt: text(),
    /** Whom the diner avoids and has met: never shown to a diner. */
    relations: text(),
    groupNumber: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.hash] }),
    index("match_entries_by_user").on(table.userId),
    index("match_entries_readable").on(table.eventId).where(sql`${table.entry} is not null`),
  ],
);

/** The diners of a table, or those on standby, when the tables were made. */
export const matchGroups = sqliteTable(
  "match_groups",
  {
    eventId: text()
      .notNull()
      .references(() => events.id),
    /** The table's number, or 0 for standby. */
    number: integer().notNull(),
    /** Null for standby. */
    venueId: text().references(() => venues.id),
    salt: text().notNull(),
    /** Of the salt, the venue and the hashes of its entries. */
    hash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.number] }),
    check("match_groups_are_at_a_venue_or_standby", sql`(${table.number} = 0) = (${table.venueId} is null)`),
  ],
);
