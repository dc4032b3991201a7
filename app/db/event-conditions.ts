import { type SQL, sql } from "drizzle-orm";
import { events } from "./schema.ts";

export const isUpcoming = (now: Date) =>
  sql`${events.date} > ${now.getTime()} and ${events.canceledAt} is null`;

export const eventExists = (condition: SQL) => sql`exists (select 1 from ${events} where ${condition})`;

/** It can be booked until its time for that is over. */
export const hasOpenSeats =
  sql<boolean>`(${events.available} = 1 and ${events.canceledAt} is null and ${events.matchedAt} is null
    and ${events.taken} < ${events.capacity})`.mapWith(Boolean);

export const canBeBooked = (now: Date) =>
  sql<boolean>`(${events.closesAt} > ${now.getTime()} and ${hasOpenSeats})`.mapWith(Boolean);
