import { sql } from "drizzle-orm";
import { bookings, events } from "./schema.ts";

/** By a change of the time after the diner had booked, or of the restaurant after they had a seat. */
export const wasMovedByClub = sql`(coalesce(${events.movedAt} >= ${bookings.createdAt}, 0) or ${bookings.movedAt} is not null)`;
