/**
 * The life of a booking, and the only file that writes bookings. A transition does nothing where the booking is not in
 * the state it starts from; its email is written in the same batch.
 *
 * | Transition     | From                | To                     | Email              |
 * | -------------- | ------------------- | ---------------------- | ------------------ |
 * | book           | none                | pending                | booking-received   |
 * | seatAll        | pending             | confirmed              | booking-confirmed  |
 * | putOnStandby   | pending             | pending on standby     | on-standby         |
 * | seat           | standby, confirmed  | confirmed              | booking-confirmed  |
 * | seatByOperator | pending             | confirmed              | booking-confirmed  |
 * | cancel         | pending, confirmed  | canceled               | booking-canceled   |
 * | cancelByClub   | pending, confirmed  | canceled by the club   | canceled-by-club   |
 * | endStandby     | pending             | canceled by the club   | standby-ended      |
 * | dissolve       | confirmed           | canceled by the club   | table-dissolved    |
 * | cancelForErasedUsers | any active    | canceled               | none               |
 * | markReminded   | confirmed           | the same               | reminder           |
 * | markAttendance | confirmed           | attended or no-show    | none               |
 */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertRows, insertWhere } from "#app/db/insert-where.ts";
import { jsonList, jsonRows } from "#app/db/json-list.ts";
import { avoidances, bookings, events, profiles } from "#app/db/schema.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { recordOperatorChange } from "#app/models/operator-change/operator-changes.server.ts";
import { type BookingEmail, queueBookingEmails } from "#app/models/outbox/booking-emails.server.ts";
import { type Email, queueEmail } from "#app/models/outbox/outbox.server.ts";
import { updateShares } from "./tables.server.ts";
import { takenSeatCount } from "./taken-seats.server.ts";

const isActive = sql`${bookings.canceled} = 0`;

const isUnseated = sql`${isActive} and ${bookings.confirmed} = 0`;

/** A calendar takes a changed event only with a higher sequence. */
const nextSequence = sql`${bookings.sequence} + 1`;

/** It costs the diner nothing, and gives them priority at the next event they book. */
const canceledByClub = (now: Date) => ({
  canceled: true,
  canceledAt: now,
  canceledByClub: true,
  tableId: null,
  standby: true,
  sequence: nextSequence,
});

const isBeforeEvent = (now: Date) =>
  sql`exists (select 1 from ${events} where ${events.id} = ${bookings.eventId} and ${events.date} > ${now.getTime()})`;

const bookingExists = (condition: SQL | undefined) =>
  sql`exists (select 1 from ${bookings} where ${condition})`;

interface NewBooking {
  userId: string;
  eventId: string;
  now: Date;
  email: (bookingId: string) => Email<"booking-received">;
}

/** Returns the diner's active booking of the event: the new one, one they had before, or none where no seat was free. */
export async function book(
  db: Database,
  { userId, eventId, now, email }: NewBooking,
): Promise<string | undefined> {
  const id = crypto.randomUUID();
  const canBeBooked = sql`${events.id} = ${eventId} and ${events.available} = 1 and ${events.closesAt} > ${now.getTime()}
    and ${takenSeatCount} < ${events.capacity}
    and exists (select 1 from ${profiles} where ${profiles.id} = ${userId} and ${profiles.isQuizDone} = 1)`;
  const [active] = await runBatch(
    db,
    [
      insertWhere(
        db,
        bookings,
        { id, userId, eventId: events.id, createdAt: now },
        canBeBooked,
        events,
      ).onConflictDoNothing(),
      queueEmail(db, email(id), now, bookingExists(eq(bookings.id, id))),
    ],
    db
      .select({ id: bookings.id })
      .from(bookings)
      .where(and(eq(bookings.userId, userId), eq(bookings.eventId, eventId), isActive)),
  );
  return active?.id;
}

export function seatAll(db: Database, seats: { bookingId: string; tableId: string }[], condition: SQL) {
  const tableId = sql`(select value ->> 'tableId' from ${jsonRows(seats)} where value ->> 'bookingId' = ${bookings.id})`;
  return db
    .update(bookings)
    .set({ confirmed: true, sequence: nextSequence, tableId })
    .where(
      sql`${isUnseated} and ${bookings.id} in ${jsonList(seats.map(({ bookingId }) => bookingId))} and ${condition}`,
    );
}

export const putOnStandby = (db: Database, bookingIds: string[], condition: SQL) =>
  db
    .update(bookings)
    .set({ standby: true })
    .where(sql`${isUnseated} and ${bookings.id} in ${jsonList(bookingIds)} and ${condition}`);

interface Seat {
  bookingId: string;
  tableId: string;
  /** What the table shares with this diner at it. */
  shares: string[];
  email: Email<"booking-confirmed">;
  now: Date;
}

const hasFreeSeat = (tableId: string) =>
  sql`(select count(*) from bookings others where others.table_id = ${tableId} and others.canceled = 0) < ${tableSize}`;

const takeSeat = (db: Database, tableId: string, condition: SQL) =>
  db
    .update(bookings)
    .set({ tableId, confirmed: true, standby: false, remindedAt: null, sequence: nextSequence })
    .where(condition)
    .returning({ id: bookings.id });

/** Gives a free seat to a diner on standby (`fromTableId` is null) or at a table that is dissolved. */
export async function seat(
  db: Database,
  { bookingId, fromTableId, tableId, shares, email, now }: Seat & { fromTableId: string | null },
): Promise<boolean> {
  const condition = sql`${bookings.id} = ${bookingId} and ${isActive} and ${bookings.tableId} is ${fromTableId}
    and ${hasFreeSeat(tableId)}`;
  const seated = await runBatch(
    db,
    [
      ...queueBookingEmails(db, [{ bookingId, email }], now, condition),
      updateShares(db, tableId, shares, bookingExists(condition)),
    ],
    takeSeat(db, tableId, condition),
  );
  return seated.length === 1;
}

interface SeatByOperator extends Omit<Seat, "tableId"> {
  eventId: string;
  table: { id: string; number: number };
}

/** Not beside somebody whom one of the two avoids. */
export async function seatByOperator(
  db: Database,
  { bookingId, eventId, table, shares, email, now }: SeatByOperator,
): Promise<boolean> {
  const condition = sql`${bookings.id} = ${bookingId} and ${isActive} and ${bookings.tableId} is null
    and ${isBeforeEvent(now)} and ${hasFreeSeat(table.id)}
    and not exists (select 1 from bookings others
      join ${avoidances} on (${avoidances.userId} = others.user_id and ${avoidances.otherId} = ${bookings.userId})
        or (${avoidances.userId} = ${bookings.userId} and ${avoidances.otherId} = others.user_id)
      where others.table_id = ${table.id} and others.canceled = 0)`;
  const what = `A diner on standby was given a seat at table ${table.number}.`;
  const seated = await runBatch(
    db,
    [
      ...queueBookingEmails(db, [{ bookingId, email }], now, condition),
      recordOperatorChange(db, { eventId, what, now }, bookingExists(condition)),
      updateShares(db, table.id, shares, bookingExists(condition)),
    ],
    takeSeat(db, table.id, condition),
  );
  return seated.length === 1;
}

interface Cancellation {
  id: string;
  userId: string;
  now: Date;
  email: Email<"booking-canceled">;
}

export async function cancel(db: Database, { id, userId, now, email }: Cancellation): Promise<boolean> {
  const condition = sql`${bookings.id} = ${id} and ${bookings.userId} = ${userId} and ${isActive} and ${isBeforeEvent(now)}`;
  const canceled = await runBatch(
    db,
    queueBookingEmails(db, [{ bookingId: id, email }], now, condition),
    db
      .update(bookings)
      .set({ canceled: true, canceledAt: now, sequence: nextSequence })
      .where(condition)
      .returning({ id: bookings.id }),
  );
  return canceled.length === 1;
}

interface ClubCancellation extends BookingEmail<"canceled-by-club"> {
  eventId: string;
  now: Date;
}

export async function cancelByClub(
  db: Database,
  { bookingId, eventId, email, now }: ClubCancellation,
): Promise<boolean> {
  const condition = sql`${bookings.id} = ${bookingId} and ${isActive} and ${isBeforeEvent(now)}`;
  const what = "A booking was canceled by the club.";
  const canceled = await runBatch(
    db,
    [
      ...queueBookingEmails(db, [{ bookingId, email }], now, condition),
      recordOperatorChange(db, { eventId, what, now }, bookingExists(condition)),
    ],
    db.update(bookings).set(canceledByClub(now)).where(condition).returning({ id: bookings.id }),
  );
  return canceled.length === 1;
}

export const cancelAllByClub = (
  db: Database,
  eventId: string,
  emails: BookingEmail<"canceled-by-club">[],
  condition: SQL,
  now: Date,
) => [
  ...queueBookingEmails(db, emails, now, sql`${isActive} and ${condition}`),
  db
    .update(bookings)
    .set(canceledByClub(now))
    .where(and(eq(bookings.eventId, eventId), isActive, condition)),
];

/** Cancels who has no seat when standby ends. */
export async function endStandby(
  db: Database,
  emails: BookingEmail<"standby-ended">[],
  now: Date,
): Promise<void> {
  const condition = sql`${bookings.confirmed} = 0 and ${isActive}`;
  await runBatch(
    db,
    queueBookingEmails(db, emails, now, condition),
    db
      .update(bookings)
      .set({ canceled: true, canceledAt: now, canceledByClub: true, sequence: nextSequence })
      .where(sql`${condition} and ${bookings.id} in ${jsonList(emails.map(({ bookingId }) => bookingId))}`),
  );
}

interface Dissolution extends BookingEmail<"table-dissolved"> {
  tableId: string;
  now: Date;
}

/** Cancels a diner whose table is too small, where no other table has a seat for them. */
export async function dissolve(db: Database, { bookingId, tableId, email, now }: Dissolution): Promise<void> {
  const condition = sql`${bookings.tableId} = ${tableId} and ${isActive}`;
  await runBatch(
    db,
    queueBookingEmails(db, [{ bookingId, email }], now, condition),
    db.update(bookings).set(canceledByClub(now)).where(sql`${condition} and ${bookings.id} = ${bookingId}`),
  );
}

/** Marks every booking of the list, also those whose diners want no email; a second worker finds them marked. */
export async function markReminded(
  db: Database,
  bookingIds: string[],
  emails: BookingEmail<"reminder">[],
  now: Date,
): Promise<void> {
  const condition = sql`${bookings.remindedAt} is null and ${isActive}`;
  await runBatch(
    db,
    queueBookingEmails(db, emails, now, condition),
    db
      .update(bookings)
      .set({ remindedAt: now })
      .where(sql`${condition} and ${bookings.id} in ${jsonList(bookingIds)}`),
  );
}

/** Returns how many bookings were marked: those of the event with a seat. */
export async function markAttendance(
  db: Database,
  eventId: string,
  { attended, noShow }: { attended: string[]; noShow: string[] },
): Promise<number> {
  const mark = (attendance: "attended" | "no-show", ids: string[]) =>
    db
      .update(bookings)
      .set({ attendance })
      .where(
        and(
          eq(bookings.eventId, eventId),
          eq(bookings.confirmed, true),
          isActive,
          sql`${bookings.id} in ${jsonList(ids)}`,
        ),
      )
      .returning({ id: bookings.id });
  const [came, missed] = await db.batch([mark("attended", attended), mark("no-show", noShow)]);
  return came.length + missed.length;
}

/** Statements for the batch that moves an event: calendars take the change, and a new reminder is sent. */
export const announceMove = (
  db: Database,
  eventId: string,
  emails: BookingEmail<"event-moved">[],
  condition: SQL,
  now: Date,
) => [
  ...queueBookingEmails(db, emails, now, sql`${isActive} and ${condition}`),
  db
    .update(bookings)
    .set({ sequence: nextSequence, remindedAt: null })
    .where(and(eq(bookings.eventId, eventId), isActive, condition)),
];

/** A statement for the batch that corrects a venue: calendars take its new name or address. */
export const updateCalendars = (db: Database, eventIds: SQL, condition: SQL) =>
  db
    .update(bookings)
    .set({ sequence: nextSequence })
    .where(sql`${isActive} and ${condition} and ${bookings.eventId} in ${eventIds}`);

/** A statement for the batch that erases users: their deposits are decided as if they had canceled now. */
export const cancelForErasedUsers = (db: Database, userIds: SQL, now: Date) =>
  db
    .update(bookings)
    .set({ canceled: true, canceledAt: now })
    .where(sql`${bookings.userId} in ${userIds} and ${isActive} and ${isBeforeEvent(now)}`);

export const addBookings = (db: Database, rows: (typeof bookings.$inferInsert)[]) =>
  insertRows(db, bookings, rows);
