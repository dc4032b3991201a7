import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { derive, type GivenTime, toMs } from "#app/db/prepare-queries.ts";
import { profiles, users } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { incidents } from "#app/db/schema/health.ts";
import { hostLinks } from "#app/db/schema/host.ts";
import { sheets } from "#app/db/schema/sheet.ts";
import { venues } from "#app/db/schema/venue.ts";
import { outbox, tables, wishes } from "#app/db/schema.ts";
import { insertWhere, type RowOf } from "#app/db/statements.ts";
import {
  type AccountEmailKind,
  type BookingEmailKind,
  type EmailData,
  type EmailKind,
  type EmailRules,
  emailPriorities,
  emailRules,
  type HostNote,
} from "#app/lib/email-kinds.ts";
import { hourMs, minuteMs } from "#app/lib/time-units.ts";

export interface Email<Kind extends EmailKind = EmailKind> {
  kind: Kind;
  data: EmailData[Kind];
}

export interface AccountEmail<Kind extends AccountEmailKind = AccountEmailKind> extends Email<Kind> {
  to: string;
}

interface Delayed {
  dueAt?: Date;
}

interface NewEmail extends Pick<RowOf<typeof outbox>, "to" | "bookingId" | "data" | "hasInvitation"> {
  priority: number | SQL;
  /** Now, if left out. */
  dueAt?: Date | undefined;
}

/** Only emails about a booking know of an event. */
interface TimedEmail extends NewEmail {
  /** By the rules of its kind, if left out. */
  expiresAt?: SQL | undefined;
  kind: {
    [Kind in EmailKind]: (typeof emailRules)[Kind]["worthSending"] extends { forMs: number } ? Kind : never;
  }[EmailKind];
}

interface Written {
  now: GivenTime;
  condition: SQL;
  /** An email for each of these rows; one where it is left out. */
  from?: typeof hostLinks | typeof incidents | SQL;
}

function insertEmails(
  db: Database,
  email: NewEmail & { kind: EmailKind; expiresAt: SQL | typeof events.date },
  { now, condition, from }: Written,
) {
  const id = sql`lower(hex(randomblob(16)))`;
  const createdAt = sql`${toMs(now)}`;
  return insertWhere(
    db,
    outbox,
    { id, ...email, createdAt, dueAt: email.dueAt ?? createdAt },
    condition,
    from,
  );
}

function insertTimedEmails(db: Database, email: TimedEmail, written: Written) {
  const { forMs } = emailRules[email.kind].worthSending;
  const expiresAt = email.expiresAt ?? sql`${derive(toMs(written.now), (ms) => ms + forMs)}`;
  return insertEmails(db, { ...email, expiresAt }, written);
}

/** A statement for the batch of the change that the email tells of; written where the condition holds. */
export const queueEmail = (
  db: Database,
  email: (
    | AccountEmail
    | (Email<AccountEmailKind> & { to: SQL })
    | { kind: AccountEmailKind; data: SQL; to: string | SQL; from?: SQL; expiresAt?: SQL }
  ) &
    Delayed,
  now: Date,
  condition: SQL,
) => {
  const { from, ...content } = { from: undefined, ...email };
  return insertTimedEmails(
    db,
    { ...content, priority: emailPriorities.account },
    { now, condition, ...(from && { from }) },
  );
};

/** A statement for the batch of the change: an email about each booking for which the condition holds. Data in SQL can differ for each. */
export function queueBookingEmails(
  db: Database,
  { kind, data }: Email<BookingEmailKind> | { kind: BookingEmailKind; data: SQL },
  now: GivenTime,
  condition: SQL,
  dueAt?: Date,
) {
  const from6HoursAgo = derive(toMs(now), (ms) => ms - 6 * hourMs);
  const isToday = sql`${events.date} between ${from6HoursAgo} and ${derive(toMs(now), (ms) => ms + 24 * hourMs)}`;
  const priority = sql`case when ${isToday} then ${emailPriorities.dinnerToday} else ${emailPriorities.other} end`;
  const from = sql`${bookings} join ${events} on ${events.id} = ${bookings.eventId} join ${users} on ${users.id} = ${bookings.userId}`;
  const { worthSending, changesCalendar }: EmailRules = emailRules[kind];
  const expiresAt =
    worthSending === "until the event"
      ? events.date
      : derive(dueAt?.getTime() ?? toMs(now), (ms) => ms + worthSending.forMs);
  const hasInvitation =
    changesCalendar &&
    sql`exists (select 1 from ${profiles} where ${profiles.id} = ${users.id} and ${profiles.wantsInvitations} = 1)`;
  const email = {
    kind,
    to: users.email,
    bookingId: bookings.id,
    data,
    priority,
    expiresAt,
    dueAt,
    hasInvitation,
  };
  return insertEmails(db, email, { now, condition, from });
}

/** A note about each booking for which the condition holds, to everybody who got a host link of its venue by email. */
export const queueHostNotes = (
  db: Database,
  { note, minutes = null, isChange = false }: { note: HostNote; minutes?: number | null; isChange?: boolean },
  now: Date,
  condition: SQL,
) =>
  insertTimedEmails(
    db,
    {
      kind: "host-note",
      to: sql`${hostLinks.email}`,
      bookingId: bookings.id,
      data: sql`json_object('note', ${note}, 'hostLinkId', ${hostLinks.id}, 'minutes', ${minutes}, 'isChange', ${Number(isChange)})`,
      priority: emailPriorities.dinnerToday,
    },
    {
      now,
      condition: sql`${hostLinks.email} is not null and ${hostLinks.revokedAt} is null and ${condition}`,
      from: sql`${bookings} join ${tables} on ${tables.id} = ${bookings.tableId}
        join ${hostLinks} on ${hostLinks.eventId} = ${bookings.eventId} and ${hostLinks.venueId} = ${tables.venueId}`,
    },
  );

/** A statement for the batch that notes up to whom news is written: an email to each of these readers. */
export const queueNews = (
  db: Database,
  { messageId, readers }: { messageId: string; readers: SQL },
  now: Date,
  condition: SQL,
) =>
  insertTimedEmails(
    db,
    {
      kind: "club-news",
      to: users.email,
      data: sql`json_object('messageId', ${messageId}, 'consentId', reader.consent_id)`,
      priority: emailPriorities.news,
    },
    { now, condition, from: sql`${readers} reader join ${users} on ${users.id} = reader.user_id` },
  );

/** A statement for the batch that notes that host links were sent: to each for which the condition holds. */
export const queueHostLinkEmails = (db: Database, now: Date, condition: SQL) =>
  insertTimedEmails(
    db,
    {
      kind: "host-link",
      to: sql`${hostLinks.email}`,
      data: sql`json_object('hostLinkId', ${hostLinks.id})`,
      priority: emailPriorities.dinnerToday,
    },
    { now, condition, from: hostLinks },
  );

/** A statement for the batch that notes what was told: an email about each sheet for which the condition holds. */
export const queueSheetEmails = (db: Database, now: Date, condition: SQL) =>
  insertEmails(
    db,
    {
      kind: "sheet",
      to: sql`${venues.email}`,
      data: sql`json_object('sheetId', ${sheets.id})`,
      priority: emailPriorities.dinnerToday,
      expiresAt: events.date,
    },
    {
      now,
      condition: sql`${venues.email} is not null and ${condition}`,
      from: sql`${sheets} join ${events} on ${events.id} = ${sheets.eventId} join ${venues} on ${venues.id} = ${sheets.venueId}`,
    },
  );

/** A statement for the batch that tells pairs: an email about each wish for which the condition holds, so one to each of both. */
export const queueMeetAgainEmails = (db: Database, now: Date, condition: SQL) =>
  insertTimedEmails(
    db,
    {
      kind: "meet-again",
      to: users.email,
      bookingId: wishes.bookingId,
      data: sql`json_object('otherBookingId', ${wishes.otherBookingId})`,
      priority: emailPriorities.other,
    },
    {
      now,
      condition,
      from: sql`${wishes} join ${bookings} on ${bookings.id} = ${wishes.bookingId} join ${users} on ${users.id} = ${bookings.userId}`,
    },
  );

interface Alarm {
  to: string;
  /** Null for incidents that have just begun. */
  endedAt: Date | null;
  now: Date;
}

/** A statement for the batch that opens or ends incidents: an email about each for which the condition holds. */
export const queueOperatorAlarms = (db: Database, { to, endedAt, now }: Alarm, condition: SQL) =>
  insertTimedEmails(
    db,
    {
      kind: "operator-alarm",
      to,
      data: sql`json_object('problem', ${incidents.name}, 'detail', ${incidents.detail}, 'startedAt', ${incidents.startedAt}, 'endedAt', ${endedAt?.getTime() ?? null})`,
      priority: emailPriorities.account,
    },
    { now, condition, from: incidents },
  );

export const maxEmailsPerHour = 3;

/** When the next email may go, after the last three of a kind to one address, the newest first. */
export const nextEmailAt = (times: number[]): number =>
  Math.max((times[0] ?? 0) + minuteMs, (times[maxEmailsPerHour - 1] ?? 0) + hourMs);

/** The same of rows with a time, as a condition. */
export const allowsAnother = (rows: SQL, now: Date) =>
  sql`((select count(*) from ${rows} and created_at > ${now.getTime() - minuteMs}) = 0
    and (select count(*) from ${rows} and created_at > ${now.getTime() - hourMs}) < ${maxEmailsPerHour})`;

/**
 * Anybody can ask for these emails, from any number of networks: at most one of a kind a minute and three an hour reach an
 * address. Each kind counts alone, so that nobody uses up links for a new password by signing up. What others have asked for
 * opens as much for the owner of the mailbox. None where a confirmation waits, because many people sign up.
 */
export function isWithinEmailLimit({ to, kind }: Pick<AccountEmail, "to" | "kind">, now: Date): SQL {
  const waits = sql`exists (select 1 from ${outbox}
    where "to" = ${to} and kind = 'confirm-email' and sent_at is null and due_at > ${now.getTime()} and expires_at > ${now.getTime()})`;
  return sql`(not ${waits} and ${allowsAnother(sql`${outbox} where "to" = ${to} and kind = ${kind}`, now)})`;
}

/** A link is told once, also where its batch is sent again because nobody heard that it had arrived. */
export const wasEmailed = ({ to, kind }: Pick<AccountEmail, "to" | "kind">, linkId: string): SQL =>
  sql`exists (select 1 from ${outbox}
    where "to" = ${to} and kind = ${kind} and ${outbox.data} ->> 'linkId' = ${linkId})`;
