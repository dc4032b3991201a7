import { sql } from "drizzle-orm";
import { check, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/db/columns.ts";
import type { RatingSums } from "#app/matching/learning/rating-sums.ts";

/** Sums of all answers of the day after, from which weights are learned; they name nobody. There is one row. */
export const ratingSums = sqliteTable(
  "rating_sums",
  {
    id: integer().primaryKey(),
    sums: text({ mode: "json" }).$type<RatingSums>().notNull(),
    /** Rises with every change, so that no worker overwrites another's. */
    version: integer().notNull(),
    /** Of the batch that saved them: the feedback in them is marked by the same one. */
    savedBy: text().notNull(),
    updatedAt: timestamp().notNull(),
  },
  (table) => [check("rating_sums_has_one_row", sql`${table.id} = 1`)],
);

/** The weights in force from a time on. */
export const weightChanges = sqliteTable("weight_changes", {
  id: id(),
  at: timestamp().notNull(),
  madeBy: text({ enum: ["operator", "software"] }).notNull(),
  /** By question id. */
  weights: text({ mode: "json" }).$type<Record<string, number>>().notNull(),
  /** How many diners' answers they were learned from. */
  answerCount: integer().notNull(),
  /** How far from the weights before towards the learned ones, 0 to 1. */
  share: real().notNull(),
});
