import { sql } from "drizzle-orm";
import { bookings, events } from "#app/db/schema.ts";

/** For queries on events: how many active bookings one has, counted by an index. */
export const takenSeatCount = sql<number>`(select count(*) from ${bookings}
  where ${bookings.eventId} = ${events.id} and ${bookings.canceled} = 0)`;
