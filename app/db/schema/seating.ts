import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idOf, timestamp } from "#app/db/columns.ts";
import type { TermsReport } from "#app/matching/terms/build-terms.ts";
import type { TableTerms } from "#app/matching/terms/diner-terms.ts";
import { bookingId } from "./booking.ts";
import { events } from "./event.ts";

/** What a table gains and loses besides its pair scores, in points from 0 (not in force) to 20. The table has one row. */
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

/** Hashes of the matcher's input and result, so that a table changed by hand is noticed. The hashed data is in the bucket. */
export const matchRecords = sqliteTable(
  "match_records",
  {
    eventId: idOf(() => events.id).primaryKey(),
    entryCount: integer().notNull(),
    /** The hash of the frame and of all entry hashes. */
    entriesHash: text().notNull(),
    rulesVersion: integer().notNull(),
    mayMeetAgain: integer({ mode: "boolean" }).notNull(),
    /** The points of the match input; null if no term was in force. */
    terms: text({ mode: "json" }).$type<TableTerms>(),
    writtenAt: timestamp().notNull(),
    /** A table with a score below this counts for less, in points. It is not hashed. Null for a single table. */
    scoreFloor: real(),
    /** Whether no seating of the same diners was worth more when the tables were made; null until the matcher has run. */
    isExact: integer({ mode: "boolean" }),
    /** The outcome of each promise when the tables were made; null if no term was in force. */
    keptTerms: text({ mode: "json" }).$type<TermsReport>(),
    /** The number when they were made; null until the matcher has run, like the hashes. */
    tableCount: integer(),
    /** The hash of the seating that the matcher returned. */
    seatingHash: text(),
    /** The hash of the hashes of the entries, the seating and the groups. */
    resultHash: text(),
    /** The name of its object in the bucket, which is the hash of its bytes. Null while all of it is in parts. */
    object: text(),
  },
  (table) => [
    index("match_records_to_store")
      .on(table.eventId)
      .where(sql`${table.object} is null and ${table.resultHash} is not null`),
  ],
);

/** Lines of a match record that are not in the bucket yet: the frame, the entries, and finally the groups. */
export const matchParts = sqliteTable(
  "match_parts",
  {
    eventId: idOf(() => events.id),
    number: integer().notNull(),
    lines: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.number] })],
);

/** Decrypts the entry of a booking in the match record. Without the key nobody can read any copy of the entry. */
export const entryKeys = sqliteTable("entry_keys", {
  bookingId: bookingId().primaryKey(),
  key: text().notNull(),
});
