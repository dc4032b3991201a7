/** Transitions of all bookings of an event at once. docs/architecture.md has a table of all transitions. */

import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { isBlocked } from "#app/db/conditions.ts";
import { bookings, profiles } from "#app/db/schema.ts";
import { insertRows, jsonList, jsonPortions, jsonRows } from "#app/db/statements.ts";
import type { StandbyReason } from "#app/lib/booking/standby-reasons.ts";
import { eveningWindows } from "#app/lib/event/event-times.ts";
import { hasWaitingEmail } from "#app/models/outbox/email-conditions.server.ts";
import { type Email, queueBookingEmails } from "#app/models/outbox/queue-emails.server.ts";
import {
  bookingExists,
  canceledByClub,
  hadSeat,
  isActive,
  isAround,
  isBeforeEvent,
  isReportedMissing,
  isUnpaid,
  isUnseated,
  lastBookings,
  nextSequence,
} from "./booking-conditions.ts";
import { tellPartners } from "./pairs.server.ts";
import { recordTableChange } from "./table-changes.server.ts";
import { markSeatFreed } from "./tables.server.ts";

interface NewSeats {
  seats: { bookingId: string; tableId: string }[];
  reason: "seated" | "off standby";
}

/** Statements for the batch that saves a seating. The emails come first, since they are for bookings without a seat. */
export const seatAll = (db: Database, { seats, reason }: NewSeats, condition: SQL, now: Date): Statement[] =>
  jsonPortions(seats).flatMap((some) => [
    queueBookingEmails(
      db,
      { kind: "booking-confirmed", data: { reason } },
      now,
      sql`${isUnseated} and ${bookings.id} in ${jsonList(some.map(({ bookingId }) => bookingId))} and ${condition}`,
    ),
    db
      .update(bookings)
      .set({
        confirmed: true,
        standby: false,
        standbyReason: null,
        remindedAt: null,
        sequence: nextSequence,
        tableId: sql`seats.value ->> 'tableId'`,
      })
      .from(sql`${jsonRows(some)} seats`)
      .where(sql`${isUnseated} and ${bookings.id} = seats.value ->> 'bookingId' and ${condition}`),
  ]);

/** Statements for the batch that saves a seating, for everybody without a seat for one reason. */
export const putOnStandby = (
  db: Database,
  { bookingIds, reason }: { bookingIds: string[]; reason: StandbyReason },
  condition: SQL,
  now: Date,
): Statement[] =>
  jsonPortions(bookingIds).flatMap((ids) => {
    const where = sql`${isUnseated} and ${bookings.id} in ${jsonList(ids)} and ${condition}`;
    return [
      queueBookingEmails(db, { kind: "on-standby", data: { reason } }, now, where),
      db.update(bookings).set({ standby: true, standbyReason: reason }).where(where),
    ];
  });

interface Reseating {
  /** Where they sat. It has fewer tables now, or none. */
  venue: { id: string; name: string; isOut: boolean };
  seats: { bookingId: string; tableId: string; venueId: string }[];
  /** They go on standby, or lose their booking where standby is over. */
  withoutSeat: { bookingIds: string[]; isStandbyOver: boolean };
  /** A sentence by the operator. */
  say: string | undefined;
  now: Date;
}

/** Statements for the batch in which tables leave a venue or are closed: who had a seat there sits elsewhere, and everybody is told. */
export function reseat(
  db: Database,
  { venue, seats, withoutSeat, say, now }: Reseating,
  condition: SQL,
): Statement[] {
  const left = { venue: venue.name, ...(venue.isOut ? {} : { hasFewer: true as const }) };
  const isElsewhere = sql`seats.value ->> 'venueId' <> ${venue.id}`;
  const hasNone = sql`${bookings.id} in ${jsonList(withoutSeat.bookingIds)} and ${isActive} and ${condition}`;
  const toldThere = jsonPortions(seats).flatMap((some) => [
    queueBookingEmails(
      db,
      { kind: "booking-confirmed", data: { reason: "venue dropped out", left, say } },
      now,
      sql`${bookings.id} in ${jsonList(some.map(({ bookingId }) => bookingId))} and ${isActive} and ${condition}`,
    ),
    db
      .update(bookings)
      .set({
        tableId: sql`seats.value ->> 'tableId'`,
        movedAt: sql`iif(${isElsewhere}, ${now.getTime()}, ${bookings.movedAt})`,
        leftVenueId: sql`iif(${isElsewhere}, ${venue.id}, ${bookings.leftVenueId})`,
        sequence: nextSequence,
      })
      .from(sql`${jsonRows(some)} seats`)
      .where(sql`${bookings.id} = seats.value ->> 'bookingId' and ${isActive} and ${condition}`),
  ]);
  const { isStandbyOver } = withoutSeat;
  const email: Email<"canceled-by-club" | "on-standby"> = isStandbyOver
    ? { kind: "canceled-by-club", data: { what: "seat", because: say, left } }
    : { kind: "on-standby", data: { reason: "table closed", left, say } };
  return [
    ...toldThere,
    queueBookingEmails(db, email, now, hasNone),
    db
      .update(bookings)
      .set({
        leftVenueId: venue.id,
        ...(isStandbyOver
          ? canceledByClub(now)
          : {
              tableId: null,
              confirmed: false,
              standby: true,
              standbyReason: "table closed" as const,
              movedAt: now,
              remindedAt: null,
              sequence: nextSequence,
            }),
      })
      .where(hasNone),
  ];
}

interface EventCancellation {
  eventId: string;
  /** A sentence by the operator. */
  because: string | undefined;
  now: Date;
}

/** Statements for the batch that cancels an event. */
export function cancelAllByClub(
  db: Database,
  { eventId, because, now }: EventCancellation,
  condition: SQL,
): Statement[] {
  const where = sql`${bookings.eventId} = ${eventId} and ${isActive} and ${condition}`;
  return [
    queueBookingEmails(db, { kind: "canceled-by-club", data: { what: "dinner", because } }, now, where),
    db.update(bookings).set(canceledByClub(now)).where(where).returning({ id: bookings.id }),
  ];
}

interface LastBookings extends EventCancellation {
  /** How many stay at most. */
  keptCount: number;
  /** Those that may be canceled: what an operator has agreed to. */
  bookingIds: string[];
}

/** Statements for the batch that makes an event smaller: the last bookers lose their seats, and nobody where others are the last now. */
export function cancelLastBookings(
  db: Database,
  { eventId, because, now, keptCount, bookingIds }: LastBookings,
  condition: SQL,
): Statement[] {
  const last = lastBookings(eventId, keptCount);
  const hasNoOther = sql`not exists (select 1 from ${last} where id not in ${jsonList(bookingIds)})`;
  const where = sql`${bookings.id} in ${last} and ${hasNoOther} and ${condition}`;
  return [
    queueBookingEmails(db, { kind: "canceled-by-club", data: { what: "booking", because } }, now, where),
    db.update(bookings).set(canceledByClub(now)).where(where).returning({ id: bookings.id }),
  ];
}

/** Cancels bookings whose deposit did not arrive in time. */
export async function endUnpaid(db: Database, eventId: string, now: Date): Promise<void> {
  const condition = sql`${bookings.eventId} = ${eventId} and ${isUnpaid(now)} and ${isBeforeEvent(now)}`;
  await db.batch([
    queueBookingEmails(db, { kind: "deposit-missed", data: {} }, now, condition),
    tellPartners(db, condition, now),
    db.update(bookings).set({ canceled: true, canceledAt: now, sequence: nextSequence }).where(condition),
  ]);
}

/** Cancels bookings without a seat when standby ends. */
export async function endStandby(db: Database, eventId: string, now: Date): Promise<number> {
  const condition = sql`${bookings.eventId} = ${eventId} and ${isUnseated}`;
  const what = sql`(select 'Standby ended for ' || case count(*) when 1 then 'one diner.' else count(*) || ' diners.' end
    from ${bookings} where ${condition})`;
  const { last: ended } = await db.batch([
    queueBookingEmails(db, { kind: "standby-ended", data: {} }, now, condition),
    recordTableChange(db, { eventId, what, madeBy: "software", now }, bookingExists(condition)),
    db
      .update(bookings)
      .set({ canceled: true, canceledAt: now, canceledByClub: true, sequence: nextSequence })
      .where(condition)
      .returning({ id: bookings.id }),
  ]);
  return ended.length;
}

const wantsReminders = sql`exists (select 1 from ${profiles}
  where ${profiles.id} = ${bookings.userId} and ${profiles.wantsReminders} = 1)`;

/** Marks every booking of the event, also those whose diners want no email; a second worker finds them marked. */
export async function markReminded(db: Database, eventId: string, now: Date): Promise<void> {
  const condition = sql`${bookings.eventId} = ${eventId} and ${bookings.remindedAt} is null and ${hadSeat}`;
  await db.batch([
    queueBookingEmails(db, { kind: "reminder", data: {} }, now, sql`${condition} and ${wantsReminders}`),
    db.update(bookings).set({ remindedAt: now }).where(condition),
  ]);
}

/** Marks every booking of the event with a seat, also those whose diners want no email or did not come. */
export async function markAsked(db: Database, eventId: string, now: Date): Promise<void> {
  const condition = sql`${bookings.eventId} = ${eventId} and ${bookings.askedAt} is null and ${hadSeat}`;
  const isToBeAsked = sql`${bookings.tableId} is not null and not ${isReportedMissing} and ${wantsReminders}
    and not ${isBlocked(sql`${bookings.userId}`, now)}`;
  await db.batch([
    queueBookingEmails(db, { kind: "how-was-it", data: {} }, now, sql`${condition} and ${isToBeAsked}`),
    db.update(bookings).set({ askedAt: now }).where(condition),
  ]);
}

/** A statement for the batch that decides who came; it returns the bookings with a seat for which the condition holds. */
export const setAttendance = (db: Database, attendance: SQL<"attended" | "no-show" | null>, condition: SQL) =>
  db
    .update(bookings)
    .set({ attendance })
    .where(sql`${hadSeat} and ${condition}`)
    .returning({ id: bookings.id, attendance: bookings.attendance });

/** Statements for the batch that moves an event: calendars take the change, and a new reminder is sent. */
export function announceMove(
  db: Database,
  eventId: string,
  email: Email<"event-moved">,
  condition: SQL,
  now: Date,
): Statement[] {
  const where = sql`${bookings.eventId} = ${eventId} and ${isActive} and ${condition}`;
  return [
    queueBookingEmails(db, email, now, sql`${where} and not ${hasWaitingEmail("event-moved")}`),
    db.update(bookings).set({ sequence: nextSequence, remindedAt: null }).where(where),
  ];
}

/** A statement for the batch that corrects a venue: calendars take its new name or address. */
export const updateCalendars = (db: Database, eventIds: SQL, condition: SQL) =>
  db
    .update(bookings)
    .set({ sequence: nextSequence })
    .where(sql`${isActive} and ${condition} and ${bookings.eventId} in ${eventIds}`);

/** Statements for the batch that erases users: their deposits are decided as if they had canceled now. */
export function cancelForErasedUsers(db: Database, userIds: SQL, now: Date) {
  const condition = sql`${bookings.userId} in ${userIds} and ${isActive} and ${isBeforeEvent(now)}`;
  const isTableMate = sql`${isActive} and ${bookings.userId} not in ${userIds}
    and ${isAround(now, eveningWindows.cannotCome)} and ${bookings.tableId} in
      (select gone.table_id from bookings gone where gone.user_id in ${userIds} and gone.canceled = 0)`;
  return [
    // Without a name: it is deleted with the account.
    queueBookingEmails(db, { kind: "diner-not-coming", data: { otherBookingId: "" } }, now, isTableMate),
    markSeatFreed(db, condition, now),
    db.update(bookings).set({ canceled: true, canceledAt: now }).where(condition),
  ] as const;
}

export const addBookings = (db: Database, rows: (typeof bookings.$inferInsert)[]) =>
  insertRows(db, bookings, rows);

/** A statement for the batch that changes what events ask for in another currency. Who was asked for nothing still is. */
export const askBookingsAnew = (db: Database, eventIds: SQL, deposit: number | SQL) =>
  db
    .update(bookings)
    .set({ deposit, ...(deposit === 0 ? { payBy: null } : {}) })
    .where(sql`${bookings.deposit} > 0 and ${bookings.eventId} in ${eventIds}`);

/** A statement for the batch that gives an event no deposit: its seats wait for none. */
export const keepUnpaid = (db: Database, eventId: string, condition: SQL) =>
  db
    .update(bookings)
    .set({ payBy: null })
    .where(sql`${bookings.eventId} = ${eventId} and ${bookings.payBy} is not null and ${condition}`);
