import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id } from "#app/db/columns.ts";
import { cities } from "./city.ts";

export const venues = sqliteTable(
  "venues",
  {
    id: id(),
    cityId: text()
      .notNull()
      .references(() => cities.id),
    name: text().notNull(),
    address: text().notNull(),
    district: text(),
    googleMapsLink: text().notNull(),
    phone: text(),
    /** How many tables it usually has for an event. */
    tables: integer().notNull(),
    /** 1 to 4. Never unknown: nobody is seated where it costs more than they want to spend. */
    priceLevel: integer().notNull(),
    stepFree: flag(),
    /** Positions among the choices of the diet question. */
    diets: text({ mode: "json" }).$type<number[]>().notNull().default([]),
    /** Its key in the bucket, which pages show at `/venue-photos`. */
    photo: text(),
  },
  (table) => [
    index("venues_by_city").on(table.cityId),
    check("venues_have_tables", sql`${table.tables} > 0`),
    check("venues_know_their_price_level", sql`${table.priceLevel} between 1 and 4`),
    check("venues_have_photos_of_their_own", sql`${table.photo} glob 'venue/*'`),
  ],
);
