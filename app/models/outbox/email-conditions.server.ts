import { type SQL, sql } from "drizzle-orm";
import { bookings, hostLinks, outbox, sheets, venues } from "#app/db/schema.ts";
import type { BookingEmailKind, HostNote } from "#app/lib/email-kinds.ts";

/** An email of this kind about the booking waits, and will say how things are when it is sent. */
export const hasWaitingEmail = (kind: BookingEmailKind) =>
  sql`exists (select 1 from ${outbox} where ${outbox.bookingId} = ${bookings.id} and ${outbox.kind} = ${kind}
    and batch_id is null and ${isUnsent})`;

/** An email of this kind about the booking was sent, or is being sent and may arrive. */
export const hasTakenEmail = (kind: BookingEmailKind) =>
  sql`exists (select 1 from ${outbox} taken where taken.booking_id = ${bookings.id} and taken.kind = ${kind}
    and (taken.sent_at is not null or taken.batch_id is not null))`;

/** How often the diner of the booking was told before that the host has moved them. */
export const countHostMoves = (now: Date) =>
  sql<number>`(select count(*) from ${outbox} moved where moved.booking_id = ${bookings.id}
    and moved.kind = 'booking-confirmed' and moved.data ->> 'reason' = 'moved by host' and moved.created_at < ${now.getTime()})`;

/** What the diner of the booking has got, or will get, about another diner. */
const toldAbout = (kind: BookingEmailKind, otherBookingId: string) =>
  sql`${outbox} told where told.booking_id = ${bookings.id} and told.kind = ${kind}
    and told.data ->> 'otherBookingId' = ${otherBookingId} and told.expired_at is null`;

/** For `queueHostNotes`: such notes about the booking that the host has got, or will get. */
const toldHost = (note: HostNote) =>
  sql`${outbox} told where told.booking_id = ${bookings.id} and told.kind = 'host-note'
    and told.data ->> 'note' = ${note} and told.data ->> 'hostLinkId' = ${hostLinks.id} and told.expired_at is null`;

/** They were told once, and of other minutes. An email that still waits will say the new ones. */
const needsToldChange = (told: SQL, minutes: number) =>
  sql`(select count(*) = 1 and max((told.sent_at is not null or told.batch_id is not null)
    and told.data ->> 'minutes' is not ${minutes}) from ${told})`;

export const hasEmailAbout = (kind: BookingEmailKind, otherBookingId: string) =>
  sql`exists (select 1 from ${toldAbout(kind, otherBookingId)})`;

export const hasHostNote = (note: HostNote) => sql`exists (select 1 from ${toldHost(note)})`;

export const needsLateChange = (otherBookingId: string, minutes: number) =>
  needsToldChange(toldAbout("diner-late", otherBookingId), minutes);

export const needsHostLateChange = (minutes: number) => needsToldChange(toldHost("late"), minutes);

export const isUnsent = sql`sent_at is null and parked_at is null and expired_at is null`;

/** In a query of sheets and their venues: the last email about the sheet waits, and will say how things are when it is sent. */
export const hasWaitingSheet = sql<number>`exists (select 1 from ${outbox} waiting where waiting."to" = ${venues.email}
  and waiting.kind = 'sheet' and waiting.data ->> 'sheetId' = ${sheets.id}
  and waiting.batch_id is null and waiting.sent_at is null and waiting.parked_at is null and waiting.expired_at is null)`;
