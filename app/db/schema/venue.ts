import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, id, idOf } from "#app/db/columns.ts";
import { type SheetFact, sheetFactNames } from "#app/lib/event/sheet.ts";
import { cities } from "./city.ts";

export const venues = sqliteTable(
  "venues",
  {
    id: id(),
    cityId: idOf(() => cities.id),
    name: text().notNull(),
    address: text().notNull(),
    district: text(),
    googleMapsLink: text().notNull(),
    phone: text(),
    /** How many tables the venue usually has for an event. */
    tables: integer().notNull(),
    /** 1 to 4. Always known, so nobody is seated at a venue that costs more than they want to spend. */
    priceLevel: integer().notNull(),
    stepFree: flag(),
    /** Positions among the choices of the diet question. */
    diets: text({ mode: "json" }).$type<number[]>().notNull().default([]),
    /** Where its sheets are sent; without one, none is. */
    email: text(),
    /** In which dates of its sheets are written, as in BCP 47. */
    language: text().notNull().default("en"),
    /** For hosts and operators, such as where the bell is. */
    notes: text(),
    /** The last steps of the way there, a line each. */
    onFoot: text(),
    /** What the restaurant calls the tables that it keeps for us, in the order in which they are laid. */
    tableNumbers: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** What its sheets say besides how many come. */
    sheetFacts: text({ mode: "json" })
      .$type<SheetFact[]>()
      .notNull()
      .default([...sheetFactNames]),
    /** The key of the photo in the bucket. Pages show it at `/venue-photos`. */
    photo: text(),
  },
  (table) => [
    index("venues_by_city").on(table.cityId),
    check("venues_have_tables", sql`${table.tables} > 0`),
    check("venues_know_their_price_level", sql`${table.priceLevel} between 1 and 4`),
    check("venues_have_photos_of_their_own", sql`${table.photo} glob 'venue/*'`),
  ],
);
