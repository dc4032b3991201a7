import { sql } from "drizzle-orm";
import { bookings, events } from "./schema.ts";

/** By a change of time or venue after the diner had booked. */
export const wasMovedByClub = sql`coalesce(${events.movedAt} >= ${bookings.createdAt}, 0)`;
