import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import {
  bookings,
  events,
  hostLinks,
  incidents,
  outbox,
  profiles,
  tables,
  users,
  wishes,
} from "#app/db/schema.ts";
import {
  type AccountEmailKind,
  type BookingEmailKind,
  type EmailData,
  type EmailKind,
  emailPriorities,
  emailRules,
  type HostNote,
  secretKinds,
} from "#app/lib/email-kinds.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export interface Email<Kind extends EmailKind = EmailKind> {
  kind: Kind;
  data: EmailData[Kind];
}

export interface AccountEmail<Kind extends AccountEmailKind = AccountEmailKind> extends Email<Kind> {
  to: string;
}

/** Who asked for the email, where that is limited. */
interface Requested {
  network?: string;
}

/** A statement for the batch of the change that the email tells of; written where the condition holds. */
export function queueEmail(
  db: Database,
  { kind, data, to, network }: (AccountEmail | (Email<AccountEmailKind> & { to: SQL })) & Requested,
  now: Date,
  condition: SQL,
) {
  const { forMs } = emailRules[kind].worthSending;
  return insertWhere(
    db,
    outbox,
    {
      kind,
      to,
      network,
      data,
      priority: emailPriorities.account,
      createdAt: now,
      dueAt: now,
      expiresAt: new Date(now.getTime() + forMs),
    },
    condition,
  );
}

/** A statement for the batch of the change: an email about each booking for which the condition holds. */
export function queueBookingEmails(
  db: Database,
  { kind, data }: Email<BookingEmailKind>,
  now: Date,
  condition: SQL,
) {
  const { worthSending } = emailRules[kind];
  const isToday = sql`${events.date} between ${now.getTime() - dayMs / 4} and ${now.getTime() + dayMs}`;
  return insertWhere(
    db,
    outbox,
    {
      id: sql`lower(hex(randomblob(16)))`,
      kind,
      to: users.email,
      bookingId: bookings.id,
      data,
      priority: sql`case when ${isToday} then ${emailPriorities.dinnerToday} else ${emailPriorities.other} end`,
      createdAt: now,
      dueAt: now,
      expiresAt:
        worthSending === "until the event" ? events.date : new Date(now.getTime() + worthSending.forMs),
    },
    condition,
    sql`${bookings} join ${events} on ${events.id} = ${bookings.eventId} join ${users} on ${users.id} = ${bookings.userId}`,
  );
}

/**
 * A statement for the batch of the change: a note about each booking for which the condition holds, to everybody who got a
 * host link of its venue by email. The booking has a table; nothing is written without one.
 */
export const queueHostNotes = (
  db: Database,
  { note, minutes = null, isChange = false }: { note: HostNote; minutes?: number | null; isChange?: boolean },
  now: Date,
  condition: SQL,
) =>
  insertWhere(
    db,
    outbox,
    {
      id: sql`lower(hex(randomblob(16)))`,
      kind: "host-note",
      to: sql`${hostLinks.email}`,
      bookingId: bookings.id,
      data: sql`json_object('note', ${note}, 'hostLinkId', ${hostLinks.id}, 'minutes', ${minutes}, 'isChange', ${Number(isChange)})`,
      priority: emailPriorities.dinnerToday,
      createdAt: now,
      dueAt: now,
      expiresAt: new Date(now.getTime() + emailRules["host-note"].worthSending.forMs),
    },
    sql`${hostLinks.email} is not null and ${hostLinks.revokedAt} is null and ${condition}`,
    sql`${bookings} join ${tables} on ${tables.id} = ${bookings.tableId}
      join ${hostLinks} on ${hostLinks.eventId} = ${bookings.eventId} and ${hostLinks.venueId} = ${tables.venueId}`,
  );

/** A statement for the batch that notes that host links were sent: to each for which the condition holds. */
export const queueHostLinkEmails = (db: Database, now: Date, condition: SQL) =>
  insertWhere(
    db,
    outbox,
    {
      id: sql`lower(hex(randomblob(16)))`,
      kind: "host-link",
      to: sql`${hostLinks.email}`,
      data: sql`json_object('hostLinkId', ${hostLinks.id})`,
      priority: emailPriorities.dinnerToday,
      createdAt: now,
      dueAt: now,
      expiresAt: new Date(now.getTime() + emailRules["host-link"].worthSending.forMs),
    },
    condition,
    hostLinks,
  );

/** A statement for the batch that tells pairs: an email about each wish for which the condition holds, so one to each of both. */
export const queueMeetAgainEmails = (db: Database, now: Date, condition: SQL) =>
  insertWhere(
    db,
    outbox,
    {
      id: sql`lower(hex(randomblob(16)))`,
      kind: "meet-again",
      to: users.email,
      bookingId: wishes.bookingId,
      data: sql`json_object('otherBookingId', ${wishes.otherBookingId})`,
      priority: emailPriorities.other,
      createdAt: now,
      dueAt: now,
      expiresAt: new Date(now.getTime() + emailRules["meet-again"].worthSending.forMs),
    },
    condition,
    sql`${wishes} join ${bookings} on ${bookings.id} = ${wishes.bookingId} join ${users} on ${users.id} = ${bookings.userId}`,
  );

/** A statement for the batch that erases users, before they are deleted: so that nobody gets their contact later. */
export const deleteMeetAgainEmailsAbout = (db: Database, userIds: SQL) =>
  db.delete(outbox).where(
    sql`${outbox.bookingId} in (select theirs.id from ${bookings} own join ${bookings} theirs on theirs.table_id = own.table_id
          where own.user_id in ${userIds})
        and ${outbox.kind} = 'meet-again'
        and ${outbox.data} ->> 'otherBookingId' in (select id from ${bookings} where user_id in ${userIds})`,
  );

/** An email of this kind about the booking waits, and will say how things are when it is sent. */
export const hasWaitingEmail = (kind: BookingEmailKind) =>
  sql`exists (select 1 from ${outbox} where ${outbox.bookingId} = ${bookings.id} and ${outbox.kind} = ${kind}
    and batch_id is null and ${isUnsent})`;

/** An email of this kind about the booking was sent, or is being sent and may arrive. */
export const hasTakenEmail = (kind: BookingEmailKind) =>
  sql`exists (select 1 from ${outbox} taken where taken.booking_id = ${bookings.id} and taken.kind = ${kind}
    and (taken.sent_at is not null or taken.batch_id is not null))`;

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

interface Alarm {
  to: string;
  /** Null for incidents that have just begun. */
  endedAt: Date | null;
  now: Date;
}

/** A statement for the batch that opens or ends incidents: an email about each for which the condition holds. */
export const queueOperatorAlarms = (db: Database, { to, endedAt, now }: Alarm, condition: SQL) =>
  insertWhere(
    db,
    outbox,
    {
      id: sql`lower(hex(randomblob(16)))`,
      kind: "operator-alarm",
      to,
      data: sql`json_object('problem', ${incidents.name}, 'detail', ${incidents.detail}, 'startedAt', ${incidents.startedAt}, 'endedAt', ${endedAt?.getTime() ?? null})`,
      priority: emailPriorities.account,
      createdAt: now,
      dueAt: now,
      expiresAt: new Date(now.getTime() + emailRules["operator-alarm"].worthSending.forMs),
    },
    condition,
    incidents,
  );

export const isUnsent = sql`sent_at is null and parked_at is null and expired_at is null`;

export const deleteEmailsTo = (db: Database, addresses: SQL) =>
  db.delete(outbox).where(sql`${outbox.to} in ${addresses}`);

/** The emails that told former addresses of these users. */
export const deleteChangeNotices = (db: Database, userIds: SQL) =>
  db
    .delete(outbox)
    .where(sql`${outbox.kind} = 'email-changed' and ${outbox.data} ->> 'userId' in ${userIds}`);

/** A statement for the batch that changes an address: nobody needs what was or would be sent to the old one. */
export const deleteAccountEmails = (db: Database, address: SQL, condition: SQL) =>
  db.delete(outbox).where(
    sql`${outbox.to} = ${address} and ${outbox.bookingId} is null
        and (${outbox.sentAt} is not null or ${outbox.batchId} is null) and ${condition}`,
  );

/**
 * A statement for the batch that erases users, before they are deleted. An email that was queued as text may name them to
 * diners of the same event: its text is removed, and an operator can write instead.
 */
export const removeRenderedTextNaming = (db: Database, userIds: SQL, now: Date) =>
  db
    .update(outbox)
    .set({
      data: null,
      batchId: null,
      parkedAt: sql`coalesce(${outbox.parkedAt}, ${now.getTime()})`,
      lastError: "it named somebody whose account was deleted",
    })
    .where(
      sql`${outbox.kind} = 'rendered' and ${outbox.data} is not null and ${outbox.to} in (select email from ${users}
          where id in (select theirs.user_id from ${bookings} theirs where theirs.event_id in (
            select own.event_id from ${bookings} own where own.user_id in ${userIds})))
        and exists (select 1 from ${users} erased join ${profiles} shown on shown.id = erased.id
          where erased.id in ${userIds} and (instr(${outbox.data} ->> 'text', nullif(erased.first_name, ''))
            or instr(${outbox.data} ->> 'text', nullif(shown.first_name, ''))))`,
    );

/** A statement for the batch that restores a backup: these emails may have been sent after it was taken. */
export const parkUnsentEmails = (db: Database, reason: string, now: Date) =>
  db
    .update(outbox)
    .set({ parkedAt: now, lastError: reason, batchId: null })
    .where(and(isNull(outbox.sentAt), isNull(outbox.parkedAt)));

const maxPerDay = 5;
const maxPerDayFromAll = 20;
const quarterHourMs = 15 * minuteMs;

/**
 * At most one email of a kind a minute and five a day for whoever asks. Beyond that, or where many others ask, one every
 * quarter of an hour, so that nobody can use up what the owner of the address needs.
 */
export function isWithinEmailLimit({ to, kind }: AccountEmail, network: string, now: Date): SQL {
  const countSince = (agoMs: number, condition: SQL) =>
    sql`(select count(*) from ${outbox}
      where "to" = ${to} and kind = ${kind} and created_at > ${now.getTime() - agoMs} and ${condition})`;
  const fromHere = sql`network = ${network}`;
  const fromAll = sql`true`;
  return sql`${countSince(minuteMs, fromHere)} = 0 and (
    ${countSince(dayMs, fromHere)} < ${maxPerDay} and ${countSince(dayMs, fromAll)} < ${maxPerDayFromAll}
    or ${countSince(quarterHourMs, fromAll)} = 0)`;
}

/** Marks emails that are no longer worth sending, and removes data that can sign somebody in from them and from parked ones. */
export async function expireEmails(db: Database, now: Date): Promise<void> {
  const isOver = sql`${outbox.expiresAt} <= ${now.getTime()} and ${outbox.sentAt} is null`;
  const isSecret = inArray(outbox.kind, secretKinds);
  await db.batch([
    db
      .update(outbox)
      .set({ expiredAt: now, data: sql`case when ${isSecret} then null else ${outbox.data} end` })
      .where(
        sql`${isOver} and ${outbox.parkedAt} is null and ${outbox.expiredAt} is null and ${outbox.batchId} is null`,
      ),
    db
      .update(outbox)
      .set({ data: null })
      .where(
        sql`${isOver} and ${outbox.parkedAt} is not null and ${isSecret} and ${outbox.data} is not null`,
      ),
  ]);
}

const keptForMs = 30 * dayMs;
const maxDeleted = 5_000;

/** Deletes emails a month after they were written and sent, parked or expired. Returns "more" where some are left. */
export async function deleteOldEmails(db: Database, now: Date): Promise<"more" | undefined> {
  const before = now.getTime() - keptForMs;
  const old = sql`(select id from ${outbox} where created_at <= ${before}
    and (sent_at <= ${before} or parked_at <= ${before} or expired_at <= ${before}) limit ${maxDeleted})`;
  const deleted = await db.delete(outbox).where(sql`${outbox.id} in ${old}`).returning({ id: outbox.id });
  return deleted.length === maxDeleted ? "more" : undefined;
}
