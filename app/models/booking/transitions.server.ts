/**
 * The life of a booking; docs/architecture.md has a table of all transitions. Only this file, seat-transitions.server.ts,
 * host-transitions.server.ts and event-transitions.server.ts, which changes all bookings of an event at once, write bookings. A
 * transition does nothing where the booking is not in the state it starts from; its email is written in the same batch.
 */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { type BatchedRead, batchedRead, loadBatched, type Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { canBeBookedBy, isBlocked, mayBeMinor } from "#app/db/conditions.ts";
import {
  derive,
  type GivenTime,
  prepareQueriesOfUser,
  toMs,
  type ValueOrPlaceholder,
} from "#app/db/prepare-queries.ts";
import { bookings, deposits, events, profiles } from "#app/db/schema.ts";
import { insertWhere } from "#app/db/statements.ts";
import { bookingLimits } from "#app/lib/account/security-kinds.ts";
import { eveningWindows } from "#app/lib/event/event-times.ts";
import { dayMs, hourMs } from "#app/lib/time-units.ts";
import { queueBookingEmails, queueHostNotes } from "#app/models/outbox/queue-emails.server.ts";
import {
  canceledByClub,
  hasOwnSeat,
  isActive,
  isAround,
  isBeforeEvent,
  isTableMateOf,
  nextSequence,
} from "./booking-conditions.ts";
import { hasClash } from "./event-bookings.server.ts";
import { canUseFriendLink } from "./friend-links.server.ts";
import { partnerOf, tellPartners } from "./pairs.server.ts";
import { namePlace, recordBookingChange } from "./table-changes.server.ts";
import { markSeatFreed } from "./tables.server.ts";

interface NewBooking {
  /** A subquery can find nobody, and then nothing is booked. */
  userId: string | SQL;
  eventId: string;
  /** The seat waits for the deposit for two hours, or until booking ends. */
  mustPay?: boolean;
  /** Of a friend, with whom the diner comes. Where it is not open to them, nothing is booked. */
  friendLinkId?: string | undefined;
  /** Says so of themselves; asked only where the year of birth leaves it open. */
  isAdult?: boolean;
  now: Date;
}

const payWithinMs = 2 * hourMs;
/** How often a diner has booked in the last 24 hours, this event or any: each is an email, and canceling it another one. */
const isOverLimit = (
  limit: number,
  { userId, eventId, now }: { userId: SQL; eventId?: ValueOrPlaceholder<string>; now: GivenTime },
) => sql`((select count(*) from bookings made where made.user_id = ${userId} and made.created_at > ${derive(toMs(now), (ms) => ms - dayMs)}
  and ${eventId === undefined ? sql`true` : sql`made.event_id = ${eventId}`}) >= ${limit})`;

const queryBookingLimit = prepareQueriesOfUser(["eventId", "now"], (db, userId, { eventId, now }) => [
  db
    .select({
      event: isOverLimit(bookingLimits.perEventAndDay, { userId, eventId, now }).as("event"),
      day: isOverLimit(bookingLimits.perDay, { userId, now }).as("day"),
      age: mayBeMinor(userId, now).as("age"),
    })
    .from(sql`(select 1)`),
]);

/** Their age, or which limit, keeps the diner from booking, if one does. */
export const readBookingLimit = (db: Database, { userId, eventId, isAdult = false, now }: NewBooking) =>
  batchedRead(queryBookingLimit(db, userId, { eventId, now: now.getTime() }), ([[found]]) =>
    found?.age && !isAdult ? "age" : found?.event ? "event" : found?.day ? "day" : undefined,
  );

const queryNewBooking = prepareQueriesOfUser(
  ["id", "eventId", "mustPay", "isAdult", "friendLinkId", "now"],
  (db, userId, { id, eventId, mustPay, isAdult, friendLinkId, now }) => {
    const payBy = sql`iif(${mustPay} and ${events.deposit} > 0, min(${derive(now, (ms) => ms + payWithinMs)}, ${events.closesAt}), null)`;
    const condition = sql`${events.id} = ${eventId} and ${canBeBookedBy(userId, now)}
      and exists (select 1 from ${profiles} where ${profiles.id} = ${userId} and ${profiles.isQuizDone} = 1)
      and not ${hasClash(userId, eventId, now)} and not ${isBlocked(userId, now)}
      and (${isAdult} or not ${mayBeMinor(userId, now)})
      and (${friendLinkId} = '' or ${canUseFriendLink(friendLinkId, userId, eventId)})
      and not ${isOverLimit(bookingLimits.perDay, { userId, now })}
      and not ${isOverLimit(bookingLimits.perEventAndDay, { userId, eventId, now })}`;
    return [
      insertWhere(
        db,
        bookings,
        { id: sql`${id}`, userId, eventId: events.id, createdAt: sql`${now}`, payBy },
        condition,
        events,
      ).onConflictDoNothing(),
      queueBookingEmails(db, { kind: "booking-received", data: {} }, now, eq(bookings.id, id)),
      db
        .select({ id: bookings.id })
        .from(bookings)
        .where(and(eq(bookings.userId, userId), eq(bookings.eventId, eventId), isActive)),
    ];
  },
);

/** The new booking, one they had before, or none if no seat was free or another dinner is within four hours. */
export const book = (db: Database, booking: NewBooking): Promise<string | undefined> =>
  loadBatched({ db }, bookInBatch(db, booking));

/** The same for the batch of a form that reads who sends it. */
export function bookInBatch(
  db: Database,
  { userId, eventId, mustPay = false, isAdult = false, friendLinkId = "", now }: NewBooking,
): BatchedRead<string | undefined> {
  const given = {
    id: crypto.randomUUID(),
    eventId,
    mustPay: Number(mustPay),
    isAdult: Number(isAdult),
    friendLinkId,
    now: now.getTime(),
  };
  return batchedRead(queryNewBooking(db, userId, given), ([, , [active]]) => active?.id);
}

/** A statement for the batch that changes the diner’s name, before it: at past dinners, the table goes on seeing the old one. */
export const keepPastNames = (db: Database, userId: string, newName: string, now: Date) =>
  db
    .update(bookings)
    .set({ firstName: sql`(select first_name from ${profiles} where id = ${userId})` })
    .where(
      sql`${bookings.userId} = ${userId} and ${bookings.firstName} is null and not ${isBeforeEvent(now)}
        and exists (select 1 from ${profiles} where id = ${userId} and first_name <> ${newName})`,
    );

/** In the last hours the table and the host hear of it too. `settle` decides the deposit in the same batch. */
export async function cancel(
  db: Database,
  { id, userId, now }: { id: string; userId: string; now: Date },
  settle: readonly Statement[] = [],
) {
  const isEvening = isAround(now, eveningWindows.cannotCome);
  const condition = sql`${bookings.id} = ${id} and ${bookings.userId} = ${userId} and ${isActive} and ${isBeforeEvent(now)}`;
  const { last } = await db.batch([
    queueBookingEmails(
      db,
      {
        kind: "booking-canceled",
        data: sql`json_object('otherBookingId', ${partnerOf(sql`"bookings"."id"`)})`,
      },
      now,
      condition,
    ),
    queueBookingEmails(
      db,
      { kind: "diner-not-coming", data: { otherBookingId: id } },
      now,
      sql`${isTableMateOf(id)} and ${isEvening} and ${hasOwnSeat({ bookingId: id, userId })}`,
    ),
    // On the evening their table hears it, and so do they.
    tellPartners(
      db,
      sql`${condition} and not (${isEvening} and ${hasOwnSeat({ bookingId: id, userId })})`,
      now,
    ),
    queueHostNotes(db, { note: "not-coming" }, now, sql`${condition} and ${isEvening}`),
    recordBookingChange(
      db,
      { what: sql`'A diner ' || ${namePlace(condition)} || ' canceled.'`, madeBy: "diner", now },
      condition,
    ),
    markSeatFreed(db, condition, now),
    db.update(bookings).set({ canceled: true, canceledAt: now, sequence: nextSequence }).where(condition),
    ...settle,
    db
      .select({ isCanceled: bookings.canceled, deposit: deposits.state })
      .from(bookings)
      .leftJoin(deposits, eq(deposits.bookingId, bookings.id))
      .where(and(eq(bookings.id, id), eq(bookings.userId, userId))),
  ]);
  const [after] = last;
  return after;
}

interface ClubCancellation {
  bookingId: string;
  what?: "booking" | "block";
  /** A sentence by the operator. */
  because?: string | undefined;
  now: Date;
}

export async function cancelByClub(
  db: Database,
  { bookingId, what: reason = "booking", because, now }: ClubCancellation,
): Promise<boolean> {
  const condition = sql`${bookings.id} = ${bookingId} and ${isActive} and ${isBeforeEvent(now)}`;
  const what = sql`'A booking ' || ${namePlace(condition)} || ' was canceled by the club.'`;
  const { last: canceled } = await db.batch([
    queueBookingEmails(db, { kind: "canceled-by-club", data: { what: reason, because } }, now, condition),
    tellPartners(db, condition, now),
    recordBookingChange(db, { what, madeBy: "operator", now }, condition),
    markSeatFreed(db, condition, now),
    db.update(bookings).set(canceledByClub(now)).where(condition).returning({ id: bookings.id }),
  ]);
  return canceled.length === 1;
}
