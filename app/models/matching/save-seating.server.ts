import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events, matchRecords, tables } from "#app/db/schema.ts";
import { type BookingEmail, jsonList, queueBookingEmails } from "#app/models/outbox/booking-emails.server.ts";
import { type Claim, claimIsMine } from "./match-data.server.ts";

interface MadeTable {
  id: string;
  number: number;
  shares: string[];
  bookingIds: string[];
}

interface Outcome {
  tables: MadeTable[];
  /** Bookings that wait for a seat to fall free. */
  standby: string[];
  emails: BookingEmail[];
  /** The matcher's own, for the receipt. */
  hash: string;
}

/**
 * Everything at once: tables, who sits at them, who waits, and the mail to each; while the claim stands and everybody
 * is still there. "changed" says that somebody canceled meanwhile, and nothing was written.
 */
export async function saveSeating(
  db: Database,
  claim: Claim,
  { tables: made, standby, emails, hash }: Outcome,
  now: Date,
): Promise<"saved" | "changed" | "taken over"> {
  const { eventId, by } = claim;
  const seats = made.flatMap(({ id, bookingIds }) => bookingIds.map((bookingId) => ({ id, bookingId })));
  const everybody = jsonList([...seats.map(({ bookingId }) => bookingId), ...standby]);
  const holds = sql`${claimIsMine(claim)} and (select count(*) from ${bookings}
    where id in ${everybody} and canceled = 0) = ${seats.length + standby.length}`;
  await db.batch([
    db.insert(tables).select(
      sql`select value ->> 'id', ${eventId}, value ->> 'number', value -> 'shares'
        from json_each(${JSON.stringify(made)}) where ${holds}`,
    ),
    db
      .update(bookings)
      .set({
        confirmed: true,
        sequence: sql`${bookings.sequence} + 1`,
        tableId: sql`(select value ->> 'id' from json_each(${JSON.stringify(seats)}) where value ->> 'bookingId' = ${bookings.id})`,
      })
      .where(sql`${bookings.id} in ${jsonList(seats.map(({ bookingId }) => bookingId))} and ${holds}`),
    db
      .update(bookings)
      .set({ standby: true })
      .where(sql`${bookings.id} in ${jsonList(standby)} and ${holds}`),
    queueBookingEmails(db, emails, now, holds),
    db
      .update(matchRecords)
      .set({ resultHash: hash })
      .where(and(eq(matchRecords.eventId, eventId), holds)),
    // The last one: with it the claim is over, and what the others wait for.
    db
      .update(events)
      .set({ matchedAt: now })
      .where(and(eq(events.id, eventId), holds)),
  ]);
  const [event] = await db
    .select({ matchedAt: events.matchedAt, claimedBy: events.claimedBy })
    .from(events)
    .where(eq(events.id, eventId));
  if (event?.claimedBy !== by) return "taken over";
  return event.matchedAt ? "saved" : "changed";
}
