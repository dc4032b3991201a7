import { type SQL, sql } from "drizzle-orm";
import { attendanceByReports } from "#app/db/attendance-rule.ts";
import { bookings, deposits, events } from "#app/db/schema.ts";

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

/** A seat that waited for its deposit in vain. */
export const isUnpaid = (now: Date) =>
  sql`${bookings.payBy} between 0 and ${now.getTime()} and ${isUnseated} and not exists (select 1 from ${deposits}
    where ${deposits.bookingId} = ${bookings.id} and ${deposits.state} not in ('open', 'expired'))`;

export const isBeforeEvent = (now: Date) =>
  sql`exists (select 1 from ${events} where ${events.id} = ${bookings.eventId} and ${events.date} > ${now.getTime()})`;

/** The event of the booking begins within `beforeMs`, or began less than `afterMs` ago. */
export const isAround = (now: Date, { beforeMs, afterMs }: { beforeMs: number; afterMs: number }) =>
  sql`exists (select 1 from ${events} around where around.id = ${bookings.eventId}
    and around.date <= ${now.getTime() + beforeMs} and around.date > ${now.getTime() - afterMs})`;

/** An active booking at the table of this one, but not this one. */
export const isTableMateOf = (bookingId: string) =>
  sql`${bookings.tableId} = (select own.table_id from bookings own where own.id = ${bookingId})
    and ${bookings.id} <> ${bookingId} and ${isActive}`;

/** The diner has this booking, and a seat with it. */
export const hasOwnSeat = ({ bookingId, userId }: { bookingId: string; userId: string }) =>
  sql`exists (select 1 from bookings own where own.id = ${bookingId} and own.user_id = ${userId}
    and own.confirmed = 1 and own.canceled = 0 and own.table_id is not null)`;

export const bookingExists = (condition: SQL | undefined) =>
  sql`exists (select 1 from ${bookings} where ${condition})`;

/** So it was decided, or it follows from the reports so far. */
export const isReportedMissing = sql`coalesce(${bookings.attendance}, ${attendanceByReports}, '') = 'no-show'`;
