import { type SQL, sql } from "drizzle-orm";
import { events } from "./schema.ts";

export const isUpcoming = (now: Date) =>
  sql`${events.date} > ${now.getTime()} and ${events.canceledAt} is null`;

export const eventExists = (condition: SQL) => sql`exists (select 1 from ${events} where ${condition})`;
