import { type SQL, sql } from "drizzle-orm";
import { sqlBoolean } from "#app/db/columns.ts";
import { attendanceByReports, eventExists, isUpcoming } from "#app/db/conditions.ts";
import type { ValueOrPlaceholder } from "#app/db/prepare-queries.ts";
import { absences } from "#app/db/schema/attendance.ts";
import { bookings, deposits, events } from "#app/db/schema.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { minuteMs } from "#app/lib/time-units.ts";

export const isActive = sql`${bookings.canceled} = 0`;

/** The tables are neither made nor being made by a worker that has read who is together. */
export const hasNoTables = (now: Date) =>
  eventExists(
    sql`${events.id} = ${bookings.eventId} and ${events.matchedAt} is null and ${events.claimedBy} is null
      and ${events.closesAt} > ${now.getTime()} and ${isUpcoming(now)}`,
  );

/** Who belongs together comes when the last of them booked, and stays or leaves as one. */
export const lastBookings = (eventId: string, keptCount: number) =>
  sql`(select id from (select id, count(*) over (order by grouped_at, grouped_by) as place
    from (select id, coalesce(together_id, id) as grouped_by,
        max(created_at) over (partition by coalesce(together_id, id)) as grouped_at
      from ${bookings} where event_id = ${eventId} and canceled = 0))
    where place > ${keptCount})`;

export const isUnseated = sql`${isActive} and ${bookings.confirmed} = 0`;

/** The booking had a seat, so it can be said whether its diner came. */
export const hadSeat = sql`${isActive} and ${bookings.confirmed} = 1`;

/** They say that they came, and an operator decides. */
export const contestsAbsence = sqlBoolean`exists (select 1 from ${absences} where ${absences.bookingId} = ${bookings.id}
  and ${absences.contestedAt} is not null and ${absences.resolvedAt} is null)`;

/** A booking `b` that is not canceled, for its event `e`, which isn't either. */
export const isActiveOf = (userId: SQL | string | typeof bookings.userId): SQL =>
  sql`b.user_id = ${userId} and b.canceled = 0 and e.canceled_at is null`;

/** To the dinner of this event, in any city. */
export const isTooClose = (other: SQL, eventId: ValueOrPlaceholder<string> | typeof events.id): SQL =>
  sql`${other}.id <> ${eventId} and abs(${other}.date - (select wanted.date from ${events} wanted
    where wanted.id = ${eventId})) < ${eventTimes.betweenBookingsMs}`;

/** A calendar takes a changed event only with a higher sequence. */
export const nextSequence = sql`${bookings.sequence} + 1`;

/** A cancellation by the club costs the diner nothing, and gives them priority at the next event they book. */
export const canceledByClub = (now: Date) => ({
  canceled: true,
  canceledAt: now,
  canceledByClub: true,
  tableId: null,
  standby: true,
  sequence: nextSequence,
});

/** A payment that is under way can arrive this much later. */
const paymentArrivesWithinMs = 10 * minuteMs;

/** A seat that waited in vain for its deposit, which is due by a time, and at the latest when booking ends. */
export function isUnpaid(now: Date) {
  const depositIn = (states: SQL) => sql`exists (select 1 from ${deposits}
    where ${deposits.bookingId} = ${bookings.id} and ${deposits.state} ${states})`;
  const isUnderWay = depositIn(sql`= 'open'`);
  const endedAt = sql`min(${bookings.payBy}, (select closes_at from events closing where closing.id = ${bookings.eventId}))`;
  return sql`${bookings.payBy} is not null and ${isUnseated} and not ${depositIn(sql`not in ('open', 'expired')`)}
    and ${endedAt} + iif(${isUnderWay}, ${paymentArrivesWithinMs}, 0) <= ${now.getTime()}`;
}

export const isBeforeEvent = (now: Date) =>
  sql`exists (select 1 from ${events} where ${events.id} = ${bookings.eventId} and ${events.date} > ${now.getTime()})`;

/** The tables are made without a seat for the booking, and dinner has not begun. */
export const isOnStandby = (now: Date) =>
  sql`(${isUnseated} and ${bookings.standby} = 1 and ${isBeforeEvent(now)} and ${eventExists(
    sql`${events.id} = ${bookings.eventId} and ${events.matchedAt} is not null and ${events.canceledAt} is null`,
  )})`;

/** The event of the booking begins within `beforeMs`, or began less than `afterMs` ago. */
export const isAround = (now: Date, { beforeMs, afterMs }: { beforeMs: number; afterMs: number }) =>
  sql`exists (select 1 from ${events} around where around.id = ${bookings.eventId}
    and around.date <= ${now.getTime() + beforeMs} and around.date > ${now.getTime() - afterMs})`;

export const isTableMateOf = (bookingId: string) =>
  sql`${bookings.tableId} = (select own.table_id from bookings own where own.id = ${bookingId})
    and ${bookings.id} <> ${bookingId} and ${isActive}`;

export const hasOwnSeat = ({ bookingId, userId }: { bookingId: string; userId: string }) =>
  sql`exists (select 1 from bookings own where own.id = ${bookingId} and own.user_id = ${userId}
    and own.confirmed = 1 and own.canceled = 0 and own.table_id is not null)`;

export const bookingExists = (condition: SQL | undefined) =>
  sql`exists (select 1 from ${bookings} where ${condition})`;

/** So it was decided, or it follows from the reports so far. */
export const isReportedMissing = sql`coalesce(${bookings.attendance}, ${attendanceByReports}, '') = 'no-show'`;
