import { and, eq, sql } from "drizzle-orm";
import { runBatch } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { isHere } from "#app/db/conditions.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { bookings, lateNotes } from "#app/db/schema.ts";
import type { lateMinutes } from "#app/lib/booking/booking-states.ts";
import { eveningWindows } from "#app/lib/event/event-times.ts";
import {
  bookingExists,
  hasOwnSeat,
  isAround,
  isTableMateOf,
} from "#app/models/booking/booking-conditions.ts";
import {
  hasEmailAbout,
  hasHostNote,
  needsHostLateChange,
  needsLateChange,
} from "#app/models/outbox/email-conditions.server.ts";
import { queueBookingEmails, queueHostNotes } from "#app/models/outbox/queue-emails.server.ts";

/** A diner with their own booking. */
export interface Speaker {
  bookingId: string;
  userId: string;
  now: Date;
}

/**
 * The table and the host get one email each, and one more when the minutes change after it was sent; later changes are on their
 * pages only. Returns whether the note stands.
 */
export async function saveLateNote(
  db: Database,
  { minutes, ...speaker }: Speaker & { minutes: (typeof lateMinutes)[number] },
): Promise<boolean> {
  const { bookingId, now } = speaker;
  const canBeLate = sql`${bookings.id} = ${bookingId} and ${hasOwnSeat(speaker)}
    and ${isAround(now, eveningWindows.late)} and not ${isHere}`;
  const isAtTable = sql`${isTableMateOf(bookingId)} and ${bookingExists(canBeLate)}`;
  const saved = await runBatch(
    db,
    [
      queueBookingEmails(
        db,
        { kind: "diner-late", data: { otherBookingId: bookingId, minutes, isChange: true } },
        now,
        sql`${isAtTable} and ${needsLateChange(bookingId, minutes)}`,
      ),
      queueHostNotes(
        db,
        { note: "late", minutes, isChange: true },
        now,
        sql`${canBeLate} and ${needsHostLateChange(minutes)}`,
      ),
      queueBookingEmails(
        db,
        { kind: "diner-late", data: { otherBookingId: bookingId, minutes } },
        now,
        sql`${isAtTable} and not ${hasEmailAbout("diner-late", bookingId)}`,
      ),
      queueHostNotes(db, { note: "late", minutes }, now, sql`${canBeLate} and not ${hasHostNote("late")}`),
      insertWhere(
        db,
        lateNotes,
        { bookingId: bookings.id, minutes, at: now },
        canBeLate,
        bookings,
      ).onConflictDoUpdate({ target: lateNotes.bookingId, set: { minutes, at: now } }),
    ],
    db
      .select({ bookingId: lateNotes.bookingId })
      .from(lateNotes)
      .where(
        and(eq(lateNotes.bookingId, bookingId), eq(lateNotes.minutes, minutes), bookingExists(canBeLate)),
      ),
  );
  return saved.length === 1;
}

/** The diner is on time after all. */
export async function takeBackLateNote(db: Database, speaker: Speaker): Promise<void> {
  await db.delete(lateNotes).where(and(eq(lateNotes.bookingId, speaker.bookingId), hasOwnSeat(speaker)));
}
