import { sql } from "drizzle-orm";
import { check, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/db/columns.ts";
import type { RatingSums } from "#app/matching/learning/rating-sums.ts";

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
