import { sql } from "drizzle-orm";
import { bookings, events } from "./schema.ts";

/** To another time after the diner had booked, or from their seat at a venue after the tables were made. */
export const wasMovedByClub = sql`(coalesce(${events.movedAt} >= ${bookings.createdAt}, 0) or ${bookings.movedAt} is not null)`;
