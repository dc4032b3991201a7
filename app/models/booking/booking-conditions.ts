import { type SQL, sql } from "drizzle-orm";
import { bookings, events } from "#app/db/schema.ts";

export const isActive = sql`${bookings.canceled} = 0`;

export const isUnseated = sql`${isActive} and ${bookings.confirmed} = 0`;

/** Whether its diner came can be said. */
export const hadSeat = sql`${isActive} and ${bookings.confirmed} = 1`;

/** A calendar takes a changed event only with a higher sequence. */
export const nextSequence = sql`${bookings.sequence} + 1`;

/** It costs the diner nothing, and gives them priority at the next event they book. */
export const canceledByClub = (now: Date) => ({
  canceled: true,
  canceledAt: now,
  canceledByClub: true,
  tableId: null,
  standby: true,
  sequence: nextSequence,
});

export const isBeforeEvent = (now: Date) =>
  sql`exists (select 1 from ${events} where ${events.id} = ${bookings.eventId} and ${events.date} > ${now.getTime()})`;

export const bookingExists = (condition: SQL | undefined) =>
  sql`exists (select 1 from ${bookings} where ${condition})`;
