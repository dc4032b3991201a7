import { type SQL, sql } from "drizzle-orm";
import { events } from "#app/db/schema.ts";

export const isUpcoming = (id: string, now: Date) =>
  sql`${events.id} = ${id} and ${events.canceledAt} is null and ${events.date} > ${now.getTime()}`;

export const eventExists = (condition: SQL) => sql`exists (select 1 from ${events} where ${condition})`;
