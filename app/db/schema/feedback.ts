import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, timestamp } from "#app/db/columns.ts";
import type { RatingSums } from "#app/matching/learning/rating-sums.ts";
import { bookingId } from "./booking.ts";

/** What a diner says about a dinner, from the day after. */
export const feedback = sqliteTable(
  "feedback",
  {
    bookingId: bookingId().primaryKey(),
    /** 1 is the worst, 5 the best. */
    rating: integer(),
    /** Written to the operator. */
    note: text(),
    /** What a table-mate with the same wish gets instead of the email address. */
    contact: text(),
    firstAnsweredAt: timestamp().notNull(),
    answeredAt: timestamp().notNull(),
    /** When it was added to the sums that weights are learned from. */
    learnedAt: timestamp(),
  },
  (table) => [
    index("feedback_to_learn").on(table.answeredAt).where(sql`${table.learnedAt} is null`),
    index("feedback_with_contact").on(table.answeredAt).where(sql`${table.contact} is not null`),
    index("feedback_with_note").on(table.answeredAt).where(sql`${table.note} is not null`),
    check("feedback_rates_1_to_5", sql`${table.rating} between 1 and 5`),
  ],
);

/** A diner would like to meet a table-mate again. Nobody sees it unless both wish it. */
export const wishes = sqliteTable(
  "wishes",
  {
    bookingId: bookingId(),
    /** The table-mate's booking. */
    otherBookingId: bookingId(),
    /** The diner would also like to sit at one table with them again. */
    wantsSameTable: flag(),
    createdAt: timestamp().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bookingId, table.otherBookingId] }),
    index("wishes_by_other").on(table.otherBookingId),
    index("wishes_by_age").on(table.createdAt),
  ],
);

/** Two table-mates who both wished it, and can see it from then on. The first booking has the lower id. */
export const mutualWishes = sqliteTable(
  "mutual_wishes",
  {
    bookingId: bookingId(),
    otherBookingId: bookingId(),
    /** What the diner of the first booking chose to give, and of the other; forgotten with the line in `feedback`. */
    contact: text(),
    otherContact: text(),
    wantSameTable: flag(),
    toldAt: timestamp().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bookingId, table.otherBookingId] }),
    index("mutual_wishes_by_other").on(table.otherBookingId),
    index("mutual_wishes_with_contact").on(table.toldAt).where(sql`${table.contact} is not null`),
    check("mutual_wishes_have_one_order", sql`${table.bookingId} < ${table.otherBookingId}`),
  ],
);

/** Sums of all answers from the day after, from which weights are learned. They name nobody. The table has one row. */
export const ratingSums = sqliteTable(
  "rating_sums",
  {
    id: integer().primaryKey(),
    sums: text({ mode: "json" }).$type<RatingSums>().notNull(),
    /** Increases with every change, so that no worker overwrites another's. */
    version: integer().notNull(),
    /** The batch that saved the sums. The feedback in them is marked with the same one. */
    savedBy: text().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (table) => [check("rating_sums_has_one_row", sql`${table.id} = 1`)],
);

/** The weights in force from a certain time on. */
export const weightChanges = sqliteTable("weight_changes", {
  id: id(),
  at: timestamp().notNull(),
  madeBy: text({ enum: ["operator", "software"] }).notNull(),
  /** By question id. */
  weights: text({ mode: "json" }).$type<Record<string, number>>().notNull(),
  /** How many diners' answers they were learned from. */
  answerCount: integer().notNull(),
  /** How far the weights move from the previous ones towards the learned ones, 0 to 1. */
  share: real().notNull(),
});
