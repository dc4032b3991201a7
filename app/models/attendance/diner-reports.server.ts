import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { isHere, isSeenHere } from "#app/db/conditions.ts";
import { attendanceReports, bookings, events, lateNotes, phoneNumbers } from "#app/db/schema.ts";
import { insertWhere, jsonList } from "#app/db/statements.ts";
import { eveningWindows } from "#app/lib/event/event-times.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
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

/** Notes that the diner is there. Returns whether that was saved. */
export async function checkIn(db: Database, speaker: Speaker): Promise<boolean> {
  const { bookingId, now } = speaker;
  const canCheckIn = sql`${bookings.id} = ${bookingId} and ${hasOwnSeat(speaker)}
    and ${isAround(now, eveningWindows.checkIn)}`;
  const { last: noted } = await db.batch([
    insertWhere(
      db,
      attendanceReports,
      { bookingId: bookings.id, source: "diner", reportedBy: bookings.id, came: true, at: now },
      canCheckIn,
      bookings,
    ).onConflictDoNothing(),
    db
      .select({ bookingId: attendanceReports.bookingId })
      .from(attendanceReports)
      .where(
        and(
          eq(attendanceReports.bookingId, bookingId),
          eq(attendanceReports.source, "diner"),
          hasOwnSeat(speaker),
        ),
      ),
  ]);
  return noted.length === 1;
}

/** Their reports about others go too, unless somebody has seen them. False if it is too late, so that the report stays. */
export async function takeBackCheckIn(db: Database, speaker: Speaker): Promise<boolean> {
  const { bookingId, now } = speaker;
  const canTakeBack = sql`${isUndecided(speaker)} and exists (select 1 from ${bookings}
    where ${bookings.id} = ${bookingId} and ${hasOwnSeat(speaker)} and ${isAround(now, eveningWindows.checkIn)})`;
  const isOwn = sql`${attendanceReports.bookingId} = ${bookingId} and ${attendanceReports.source} = 'diner'`;
  const { last: takenBack } = await db.batch([
    db.delete(attendanceReports).where(sql`${isOwn} and ${canTakeBack}`),
    db
      .delete(attendanceReports)
      .where(sql`${isReportOf(speaker)} and not ${isThere(bookingId)} and ${canTakeBack}`),
    db
      .select({ id: bookings.id })
      .from(bookings)
      .where(
        sql`${bookings.id} = ${bookingId} and ${hasOwnSeat(speaker)}
          and not exists (select 1 from ${attendanceReports} where ${isOwn})`,
      ),
  ]);
  return takenBack.length === 1;
}

interface Missing extends Speaker {
  /** The bookings of table-mates. */
  mateIds: string[];
}

/** Only by a diner who is there, and not about those whom the host or an operator has seen. Returns how many are noted. */
export async function reportMissing(db: Database, { mateIds, ...speaker }: Missing): Promise<number> {
  const { bookingId, now } = speaker;
  const { last: noted } = await db.batch([
    insertWhere(
      db,
      attendanceReports,
      { bookingId: bookings.id, source: "mate", reportedBy: bookingId, came: false, at: now },
      sql`${bookings.id} in ${jsonList(mateIds)} and ${isTableMateOf(bookingId)} and ${hasOwnSeat(speaker)}
          and ${isAround(now, eveningWindows.missing)} and ${isThere(bookingId)} and not ${isSeenHere}`,
      bookings,
    ).onConflictDoNothing(),
    db
      .select({ bookingId: attendanceReports.bookingId })
      .from(attendanceReports)
      .where(and(isReportOf(speaker), sql`${attendanceReports.bookingId} in ${jsonList(mateIds)}`)),
  ]);
  return noted.length;
}

/** Somebody who was missing has come. Returns false if it is decided who came, so that the report stays. */
export async function takeBackMissing(db: Database, { mateIds, ...speaker }: Missing): Promise<boolean> {
  const isMeant = sql`${isReportOf(speaker)} and ${attendanceReports.bookingId} in ${jsonList(mateIds)}`;
  const { last: left } = await db.batch([
    db.delete(attendanceReports).where(sql`${isMeant} and ${isUndecided(speaker)}`),
    db.select({ bookingId: attendanceReports.bookingId }).from(attendanceReports).where(isMeant),
  ]);
  return left.length === 0;
}

const isUndecided = ({ bookingId }: Speaker) =>
  sql`exists (select 1 from ${bookings} join ${events} on ${events.id} = ${bookings.eventId}
    where ${bookings.id} = ${bookingId} and ${events.attendanceDecidedAt} is null)`;

const isThere = (bookingId: string) =>
  sql`exists (select 1 from attendance_reports own where own.booking_id = ${bookingId}
    and own.source in ('diner', 'host', 'operator') and own.came = 1)`;

const isReportOf = (speaker: Speaker) =>
  and(
    eq(attendanceReports.source, "mate"),
    eq(attendanceReports.reportedBy, speaker.bookingId),
    hasOwnSeat(speaker),
  );

/** A diner and their own booking. */
export interface Speaker {
  bookingId: string;
  userId: string;
  now: Date;
}

/** The table and the host get one email each, and one more when the minutes change; later changes are on their pages. */
export async function saveLateNote(
  db: Database,
  { minutes, ...speaker }: Speaker & { minutes: number },
): Promise<boolean> {
  const { bookingId, now } = speaker;
  const canBeLate = sql`${bookings.id} = ${bookingId} and ${hasOwnSeat(speaker)}
    and ${isAround(now, eveningWindows.late)} and not ${isHere}`;
  const isAtTable = sql`${isTableMateOf(bookingId)} and ${bookingExists(canBeLate)}`;
  const { last: saved } = await db.batch([
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
    db
      .select({ bookingId: lateNotes.bookingId })
      .from(lateNotes)
      .where(
        and(eq(lateNotes.bookingId, bookingId), eq(lateNotes.minutes, minutes), bookingExists(canBeLate)),
      ),
  ]);
  return saved.length === 1;
}

export async function takeBackLateNote(db: Database, speaker: Speaker): Promise<void> {
  await db.delete(lateNotes).where(and(eq(lateNotes.bookingId, speaker.bookingId), hasOwnSeat(speaker)));
}

/** Returns false if it isn’t the day of the dinner, or the diner has no seat. */
export async function savePhoneNumber(
  db: Database,
  { phone, ...speaker }: Speaker & { phone: string },
): Promise<boolean> {
  const { bookingId, now } = speaker;
  const { meta } = await insertWhere(
    db,
    phoneNumbers,
    { bookingId: bookings.id, phone, keptUntil: sql`${events.date} + ${keptMs.phoneNumber}` },
    sql`${bookings.id} = ${bookingId} and ${hasOwnSeat(speaker)} and ${isAround(now, eveningWindows.phone)}`,
    sql`${bookings} join ${events} on ${events.id} = ${bookings.eventId}`,
  ).onConflictDoUpdate({ target: phoneNumbers.bookingId, set: { phone } });
  return meta.changes > 0;
}

export async function removePhoneNumber(db: Database, { bookingId, userId }: Speaker): Promise<void> {
  const isOwn = sql`exists (select 1 from ${bookings} where ${bookings.id} = ${bookingId} and ${bookings.userId} = ${userId})`;
  await db.delete(phoneNumbers).where(and(eq(phoneNumbers.bookingId, bookingId), isOwn));
}

/** The one that is kept for a booking among these; undefined if there is none. */
export async function findPhoneNumber(db: Database, bookingIds: string[]): Promise<string | undefined> {
  const [found] = await db
    .select({ phone: phoneNumbers.phone })
    .from(phoneNumbers)
    .where(sql`${phoneNumbers.bookingId} in ${jsonList(bookingIds)}`)
    .limit(1);
  return found?.phone;
}
