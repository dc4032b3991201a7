import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/db/columns.ts";
import type { TermsReport } from "#app/matching/terms/report-terms.ts";
import type { TableTerms } from "#app/matching/terms/table-terms.ts";
import { bookings } from "./booking.ts";
import { events } from "./event.ts";

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

/** Hashes of what the matcher got and made, so that a table changed by hand is noticed. What was hashed is in the bucket. */
export const matchRecords = sqliteTable(
  "match_records",
  {
    eventId: text()
      .primaryKey()
      .references(() => events.id),
    entryCount: integer().notNull(),
    /** Of the frame and all entry hashes. */
    entriesHash: text().notNull(),
    rulesVersion: integer().notNull(),
    mayMeetAgain: integer({ mode: "boolean" }).notNull(),
    /** Points of the match input; null where no term was in force. */
    terms: text({ mode: "json" }).$type<TableTerms>(),
    writtenAt: timestamp().notNull(),
    /** Below it a table counts for less, in points; no part of what is hashed. Null for a single table. */
    scoreFloor: real(),
    /** By how many points each table could be better at most; 0 is proven best, and null not known. */
    possibleGain: real(),
    /** What became of each promise as the tables were made; null where no term was in force. */
    keptTerms: text({ mode: "json" }).$type<TermsReport>(),
    /** As they were made; null until the matcher has run, like the hashes. */
    tableCount: integer(),
    /** Of the seating, by the matcher. */
    seatingHash: text(),
    /** Of the hashes of the entries, the seating and the groups. */
    resultHash: text(),
    /** Its object in the bucket is named by the hash of its bytes. Null while all of it is in parts. */
    object: text(),
  },
  (table) => [
    index("match_records_to_store")
      .on(table.eventId)
      .where(sql`${table.object} is null and ${table.resultHash} is not null`),
  ],
);

/** Lines of a match record until they are in the bucket: the frame, entries, and in the end the groups. */
export const matchParts = sqliteTable(
  "match_parts",
  {
    eventId: text()
      .notNull()
      .references(() => events.id),
    number: integer().notNull(),
    lines: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.number] })],
);

/** Opens the entry of a booking in the match record. Without its key nobody can read an entry, wherever it is. */
export const entryKeys = sqliteTable("entry_keys", {
  bookingId: text()
    .primaryKey()
    .references(() => bookings.id, { onDelete: "cascade" }),
  key: text().notNull(),
});
