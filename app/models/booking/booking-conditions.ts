import { type SQL, sql } from "drizzle-orm";
import { attendanceReports, bookings, events } from "#app/db/schema.ts";

export const isActive = sql`${bookings.canceled} = 0`;

export const isUnseated = sql`${isActive} and ${bookings.confirmed} = 0`;

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

/** The host or an operator says that the diner did not come. */
export const isReportedMissing = sql`(coalesce(${bookings.attendance}, '') = 'no-show'
  or exists (select 1 from ${attendanceReports} where ${attendanceReports.bookingId} = ${bookings.id}
    and ${attendanceReports.came} = 0 and ${attendanceReports.source} in ('host', 'operator')))`;
