import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings } from "#app/db/schema.ts";
import type { StandbyReason } from "#app/lib/booking/standby-reasons.ts";

export interface BookingCounts {
  seated: number;
  standby: number;
  standbyReasons: Partial<Record<StandbyReason, number>>;
  pending: number;
  canceled: number;
}

const state = sql<
  "seated" | "standby" | "pending" | "canceled"
>`case when ${bookings.canceled} = 1 then 'canceled'
  when ${bookings.confirmed} = 1 then 'seated' when ${bookings.standby} = 1 then 'standby' else 'pending' end`;

const reason = sql<StandbyReason | null>`case
  when ${bookings.canceled} = 0 and ${bookings.confirmed} = 0 and ${bookings.standby} = 1
  then ${bookings.standbyReason} end`;

/** A row for each event, state and reason, whatever the number of bookings. */
export const selectBookingCounts = (db: Database, eventIds: SQL) =>
  db
    .select({
      eventId: bookings.eventId,
      state: state.as("state"),
      reason: reason.as("reason"),
      count: sql<number>`count(*)`.as("count"),
    })
    .from(bookings)
    .where(sql`${bookings.eventId} in ${eventIds}`)
    .groupBy(bookings.eventId, sql`2`, sql`3`);

type CountRow = Awaited<ReturnType<typeof selectBookingCounts>>[number];

export function sumBookingCounts(rows: readonly CountRow[]): BookingCounts {
  const counts: BookingCounts = { seated: 0, standby: 0, standbyReasons: {}, pending: 0, canceled: 0 };
  for (const { state, reason, count } of rows) {
    counts[state] += count;
    if (reason) counts.standbyReasons[reason] = count;
  }
  return counts;
}

export const countEventBookings = async (db: Database, eventId: string): Promise<BookingCounts> =>
  sumBookingCounts(await selectBookingCounts(db, sql`(${eventId})`));
