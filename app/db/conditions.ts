import { type SQL, sql } from "drizzle-orm";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { bookings, events, hostLinks, tables } from "./schema.ts";

/** The host link works now. `untilAfterMs` is for what can be done for a shorter time. */
export const hostLinkWorks = (
  linkId: string,
  now: Date,
  untilAfterMs: number = eventTimes.hostLinkUntilAfterMs,
): SQL =>
  sql`exists (select 1 from ${hostLinks} join ${events} on ${events.id} = ${hostLinks.eventId}
    where ${hostLinks.id} = ${linkId} and ${hostLinks.revokedAt} is null and ${events.canceledAt} is null
      and ${events.date} <= ${now.getTime() + eventTimes.hostLinkFromBeforeMs}
      and ${events.date} > ${now.getTime() - untilAfterMs})`;

/** The host has said that the diner did not come, so their seat is free. */
export const hostSaysMissing = (bookingId: SQL): SQL =>
  sql`exists (select 1 from attendance_reports r where r.booking_id = ${bookingId} and r.source = 'host' and r.came = 0)`;

/** The tables at the venue of the host link. */
export const tablesOfHost = (linkId: string): SQL =>
  sql`(select t.id from ${hostLinks} join tables t on t.event_id = ${hostLinks.eventId}
    and t.venue_id = ${hostLinks.venueId} where ${hostLinks.id} = ${linkId})`;

/** The table is at the venue of the host link. */
export const isTableOfHost = (linkId: string): SQL => sql`${tables.id} in ${tablesOfHost(linkId)}`;

/** The booking has a seat at the venue of the host link. */
export const isGuestOfHost = (linkId: string): SQL =>
  sql`(${bookings.confirmed} = 1 and ${bookings.canceled} = 0 and ${bookings.tableId} in ${tablesOfHost(linkId)})`;
