import { sql } from "drizzle-orm";
import { cities } from "./schema.ts";

/** Where a club has one city, no screen names it. */
export const hasSeveralCities = sql<boolean>`exists (select 1 from ${cities} limit 1 offset 1)`.mapWith(
  Boolean,
);
