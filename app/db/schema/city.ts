import { sql } from "drizzle-orm";
import { check, index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/db/columns.ts";

export const cities = sqliteTable(
  "cities",
  {
    id: id(),
    /** The name of the city in addresses: "budapest". */
    slug: text().notNull().unique(),
    name: text().notNull(),
    /** Two letters, as in ISO 3166; null if the country is unknown. */
    country: text(),
    timeZone: text().notNull(),
    /** Three lowercase letters, as in Stripe's API. */
    currency: text().notNull(),
    /** The price of a dinner once dinners are no longer free, in the smallest unit that Stripe counts. */
    price: integer().notNull(),
    /** Of its new events, in the smallest unit that Stripe counts; 0 for none. */
    deposit: integer().notNull(),
    /** What a dinner costs at each of the four price levels, in the same unit: the least and the most. Null if nobody has said it. */
    priceRanges: text({ mode: "json" }).$type<[number, number][]>(),
    latitude: real(),
    longitude: real(),
  },
  (table) => [
    index("cities_by_name").on(table.name, table.slug),
    index("cities_by_time_zone").on(table.timeZone, table.name, table.slug),
    index("cities_by_latitude").on(table.latitude),
    index("cities_by_deposit").on(table.deposit),
    index("cities_by_square").on(
      sql`cast((latitude + 90) / 4 as integer) * 90 + cast((longitude + 180) / 4 as integer)`,
    ),
    check("cities_have_plain_slugs", sql`${table.slug} <> '' and ${table.slug} not glob '*[^a-z0-9-]*'`),
    check(
      "cities_have_lower_case_currencies",
      sql`length(${table.currency}) = 3 and ${table.currency} = lower(${table.currency})`,
    ),
    check("cities_have_amounts", sql`${table.price} >= 0 and ${table.deposit} >= 0`),
  ],
);

/** Somebody who asks for dinners in a city that the club doesn't have. */
export const cityRequests = sqliteTable(
  "city_requests",
  {
    /** Links contain it with its signature. */
    id: text().primaryKey(),
    email: text().notNull(),
    /** As it was typed. */
    city: text().notNull(),
    /** As a city of this name is called in addresses: "ghent". */
    cityKey: text().notNull(),
    createdAt: timestamp().notNull(),
    /** When the link in the email was opened. Only then it counts. */
    confirmedAt: timestamp(),
  },
  (table) => [
    uniqueIndex("city_requests_once").on(table.email, table.cityKey),
    index("city_requests_confirmed").on(table.cityKey).where(sql`${table.confirmedAt} is not null`),
    index("city_requests_by_age").on(table.createdAt),
  ],
);
