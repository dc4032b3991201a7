import { sql } from "drizzle-orm";
import { check, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/db/columns.ts";

/** Sums over all dinners, updated once a day. They name nobody. The table has one row. */
export const publicFigures = sqliteTable(
  "public_figures",
  {
    id: integer().primaryKey(),
    figures: text({ mode: "json" }).$type<unknown>().notNull(),
    countedAt: timestamp().notNull(),
  },
  (table) => [check("public_figures_has_one_row", sql`${table.id} = 1`)],
);
