import { type SQL, sql } from "drizzle-orm";
import { attendanceReports, bookings } from "./schema.ts";

const saidBy = (source: SQL) => sql`(max(came) filter (where source = ${source}))`;
const operator = saidBy(sql`'operator'`);
const host = saidBy(sql`'host'`);
const diner = saidBy(sql`'diner'`);
const missedBy = sql`(count(*) filter (where source = 'mate' and came = 0))`;

/**
 * Whether the diner of a booking came, from all that was reported; null where nothing decides it, which counts as attended.
 * The first line that holds counts. docs/decisions/0027-who-came.md says why.
 */
export const attendanceByReports = sql<"attended" | "no-show" | null>`(select case
  when ${operator} = 1 then 'attended'
  when ${operator} = 0 then 'no-show'
  when ${host} = 1 then 'attended'
  when ${host} = 0 and ${diner} = 1 and ${missedBy} = 0 then 'attended'
  when ${host} = 0 then 'no-show'
  when ${diner} = 1 then 'attended'
  end from ${attendanceReports} where booking_id = ${bookings.id})`;
