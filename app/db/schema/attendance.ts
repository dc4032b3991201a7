import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, idOf, timestamp } from "#app/db/columns.ts";
import { reportSources } from "#app/lib/booking/booking-states.ts";
import { bookingId, tables } from "./booking.ts";

/** A report on whether a diner came. `attendanceByReports` makes one answer of all reports. */
export const attendanceReports = sqliteTable(
  "attendance_reports",
  {
    bookingId: bookingId(),
    source: text({ enum: reportSources }).notNull(),
    /** The booking of the table-mate who reports; otherwise the diner's own. */
    reportedBy: bookingId(),
    came: flag(),
    at: timestamp().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bookingId, table.source, table.reportedBy] }),
    index("attendance_reports_by_reporter").on(table.reportedBy),
    index("attendance_reports_of_mates").on(table.at).where(sql`${table.source} = 'mate'`),
  ],
);

/** A diner announced that they will be late. */
export const lateNotes = sqliteTable(
  "late_notes",
  {
    bookingId: bookingId().primaryKey(),
    minutes: integer().notNull(),
    at: timestamp().notNull(),
  },
  (table) => [check("late_notes_know_their_minutes", sql`${table.minutes} between 5 and 120`)],
);

/** Under which the club and the host reach a diner on the evening, and only then. */
export const phoneNumbers = sqliteTable(
  "phone_numbers",
  {
    bookingId: bookingId().primaryKey(),
    /** As E.164: "+36305550100". */
    phone: text().notNull(),
    /** A day after the dinner. */
    keptUntil: timestamp().notNull(),
  },
  (table) => [index("phone_numbers_by_end").on(table.keptUntil)],
);

/** How many of a table an operator has counted, without who. It says nothing about who came. */
export const headCounts = sqliteTable(
  "head_counts",
  {
    tableId: idOf(() => tables.id, { onDelete: "cascade" }).primaryKey(),
    here: integer().notNull(),
    at: timestamp().notNull(),
    operator: text().notNull(),
  },
  (table) => [index("head_counts_by_age").on(table.at)],
);

/** A diner who is noted as a no-show, and their answer. */
export const absences = sqliteTable(
  "absences",
  {
    bookingId: bookingId().primaryKey(),
    /** When the email about it was sent. The diner can contest it for a week from then. */
    toldAt: timestamp(),
    contestedAt: timestamp(),
    /** In the diner's words. */
    contest: text(),
    /** When an operator changed it after the diner was told, or decided on the contest. */
    resolvedAt: timestamp(),
  },
  (table) => [
    index("absences_untold").on(table.bookingId).where(sql`${table.toldAt} is null`),
    index("absences_contested")
      .on(table.contestedAt)
      .where(sql`${table.contestedAt} is not null and ${table.resolvedAt} is null`),
  ],
);
