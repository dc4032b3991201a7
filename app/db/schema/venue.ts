import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id } from "#app/db/columns.ts";

export const venues = sqliteTable("venues", {
  id: id(),
  name: text().notNull(),
  address: text().notNull(),
  googleMapsLink: text().notNull(),
  timeZone: text().notNull().default("Europe/Budapest"),
  /** Positions among the choices of the diet question. */
  diets: text({ mode: "json" }).$type<number[]>().notNull().default([]),
});
