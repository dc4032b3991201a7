import { sql } from "drizzle-orm";
import { bookings, events } from "#app/db/schema.ts";

export const takenSeatCount = sql<number>`(select count(*) from ${bookings}
  where ${bookings.eventId} = ${events.id} and ${bookings.canceled} = 0)`;
