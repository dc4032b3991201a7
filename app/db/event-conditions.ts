import { type SQL, sql } from "drizzle-orm";
import { type GivenTime, toMs } from "./prepare-queries.ts";
import { events } from "./schema.ts";

export const isUpcoming = (now: GivenTime) =>
  sql`${events.date} > ${toMs(now)} and ${events.canceledAt} is null`;

export const eventExists = (condition: SQL) => sql`exists (select 1 from ${events} where ${condition})`;

/** It can be booked until its time for that is over. */
export const hasOpenSeats =
  sql<boolean>`(${events.available} = 1 and ${events.canceledAt} is null and ${events.matchedAt} is null
    and ${events.taken} < ${events.capacity})`.mapWith(Boolean);

export const canBeBooked = (now: GivenTime) =>
  sql<boolean>`(${events.closesAt} > ${toMs(now)} and ${hasOpenSeats})`.mapWith(Boolean);
