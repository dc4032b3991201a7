/** What diners are told of a dinner: pages and emails select each list as a whole. */
import { sql } from "drizzle-orm";
import { cities, events, venues } from "./schema.ts";

/** The date comes first: where there is no event, drizzle makes null of a list that begins with null. */
export const eventFacts = {
  date: events.date,
  closesAt: events.closesAt,
  matchedAt: events.matchedAt,
};

export const cityFacts = {
  cityName: sql<string>`${cities.name}`.as("city_name"),
  timeZone: cities.timeZone,
  country: cities.country,
};

/** Known to diners with a table. */
export const venueFacts = {
  name: venues.name,
  address: venues.address,
  district: venues.district,
  mapsLink: venues.googleMapsLink,
  phone: venues.phone,
};
