import { sql } from "drizzle-orm";
import { bookings } from "./schema.ts";

/** The diner of the booking has said so, or the host or an operator has. */
export const isHere = sql`exists (select 1 from attendance_reports here where here.booking_id = ${bookings.id}
  and here.source in ('diner', 'host', 'operator') and here.came = 1)`;

/** Somebody else than the diner has said so. */
export const isSeenHere = sql`exists (select 1 from attendance_reports here where here.booking_id = ${bookings.id}
  and here.source in ('host', 'operator') and here.came = 1)`;

/** Who else than the host has said so. */
export const hereByOthers = sql<
  "operator" | "diner" | null
>`(select max(here.source) from attendance_reports here
  where here.booking_id = ${bookings.id} and here.source in ('diner', 'operator') and here.came = 1)`;
