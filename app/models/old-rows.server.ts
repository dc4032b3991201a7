import { and, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/client.server.ts";
import {
  accountOrigins,
  devices,
  passkeyChallenges,
  sessions,
  signInAttempts,
  signUps,
  tokens,
} from "#app/db/schema/account.ts";
import { headCounts, phoneNumbers } from "#app/db/schema/attendance.ts";
import { cityRequests } from "#app/db/schema/city.ts";
import { events } from "#app/db/schema/event.ts";
import { mutualWishes } from "#app/db/schema/feedback.ts";
import { incidents } from "#app/db/schema/health.ts";
import { hostLinks, hostMessages, walkIns } from "#app/db/schema/host.ts";
import { clubMessages } from "#app/db/schema/message.ts";
import { brokenAddresses, emailBatches } from "#app/db/schema/outbox.ts";
import { accountActions, deskChanges, deskForms, securityNotes } from "#app/db/schema/security.ts";
import { sheets } from "#app/db/schema/sheet.ts";
import { tasks } from "#app/db/schema/task.ts";
import { feedback, outbox, wishes } from "#app/db/schema.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";

/** Rows that are deleted, or columns that are emptied, some time after the date in one of their columns. */
interface OldRows {
  table: SQLiteTable;
  since: SQLiteColumn;
  /** They go at that date if this is left out. */
  keptMs?: number;
  /** Limits which of the rows that are older than `before` go. */
  where?(before: number): SQL;
  /** The row stays, and these columns are emptied. */
  forget?: Record<string, null>;
}

/** Nothing is written for an event after its host links have ended, so all its links and messages are old. */
const ofOldEvent = (eventId: SQL) => (before: number) =>
  sql`exists (select 1 from ${events} where ${events.id} = ${eventId} and ${events.date} <= ${before - eventTimes.hostLinkUntilAfterMs})`;
const hostMs = keptMs.host - eventTimes.hostLinkUntilAfterMs;

const oldRows: OldRows[] = [
  { table: sessions, since: sessions.expiresAt },
  { table: devices, since: devices.lastUsedAt, keptMs: keptMs.device },
  { table: tokens, since: tokens.expiresAt },
  { table: passkeyChallenges, since: passkeyChallenges.expiresAt },
  { table: signInAttempts, since: signInAttempts.at, keptMs: keptMs.signInAttempt },
  { table: signUps, since: signUps.at, keptMs: keptMs.signUp },
  { table: accountOrigins, since: accountOrigins.madeAt, keptMs: keptMs.accountOrigin },
  {
    table: accountOrigins,
    since: accountOrigins.madeAt,
    keptMs: keptMs.accountNetwork,
    where: () => sql`${accountOrigins.network} is not null`,
    forget: { network: null },
  },
  { table: accountActions, since: accountActions.at, keptMs: keptMs.accountAction },
  { table: securityNotes, since: securityNotes.at, keptMs: keptMs.securityNote },
  { table: deskChanges, since: deskChanges.begunAt, keptMs: keptMs.deskChange },
  { table: deskForms, since: deskForms.savedAt, keptMs: keptMs.deskForm },
  // Mutual wishes go too, because both diners were told, and `mutual_wishes` has what they need.
  { table: wishes, since: wishes.createdAt, keptMs: keptMs.wish },
  {
    // The two diners no longer see each other's contact, and nobody else does.
    table: mutualWishes,
    since: mutualWishes.toldAt,
    keptMs: keptMs.wish,
    where: () => sql`${mutualWishes.contact} is not null`,
    forget: { contact: null, otherContact: null },
  },
  {
    table: feedback,
    since: feedback.answeredAt,
    keptMs: keptMs.wish,
    where: (before) => sql`${feedback.contact} is not null
      and not exists (select 1 from ${mutualWishes} where ${mutualWishes.toldAt} > ${before}
        and (${mutualWishes.bookingId} = ${feedback.bookingId} or ${mutualWishes.otherBookingId} = ${feedback.bookingId}))`,
    forget: { contact: null },
  },
  {
    table: hostLinks,
    since: hostLinks.createdAt,
    keptMs: hostMs,
    where: (before) =>
      sql`${hostLinks.email} is not null and ${ofOldEvent(sql`${hostLinks.eventId}`)(before)}`,
    forget: { email: null },
  },
  { table: clubMessages, since: clubMessages.sentAt, keptMs: keptMs.clubMessage },
  {
    table: hostMessages,
    since: hostMessages.sentAt,
    keptMs: hostMs,
    where: ofOldEvent(
      sql`(select ${hostLinks.eventId} from ${hostLinks} where ${hostLinks.id} = ${hostMessages.linkId})`,
    ),
  },
  { table: cityRequests, since: cityRequests.createdAt, keptMs: keptMs.cityRequest },
  {
    table: cityRequests,
    since: cityRequests.createdAt,
    keptMs: keptMs.unconfirmedRequest,
    where: () => sql`${cityRequests.confirmedAt} is null`,
  },
  { table: phoneNumbers, since: phoneNumbers.keptUntil },
  { table: headCounts, since: headCounts.at, keptMs: keptMs.headCount },
  {
    table: sheets,
    since: sheets.createdAt,
    keptMs: keptMs.sheet,
    where: (before) =>
      sql`exists (select 1 from ${events} where ${events.id} = ${sheets.eventId} and ${events.date} <= ${before})`,
  },
  { table: walkIns, since: walkIns.at, keptMs: keptMs.walkIn },
  // What came back may work again some day.
  { table: brokenAddresses, since: brokenAddresses.at, keptMs: keptMs.brokenAddress },
  {
    table: emailBatches,
    since: emailBatches.finishedAt,
    keptMs: keptMs.emailBatch,
    where: () => sql`not exists (select 1 from ${outbox} where ${outbox.batchId} = ${emailBatches.id})`,
  },
  // Rows whose messages are gone and that nothing finds again would be a problem for ever.
  { table: tasks, since: tasks.queuedAt, keptMs: keptMs.task, where: () => sql`${tasks.parkedAt} is null` },
  { table: incidents, since: incidents.endedAt, keptMs: keptMs.incident },
];

export async function deleteOldRows(db: Database, now: Date): Promise<void> {
  await Promise.all(
    oldRows.map(({ table, since, keptMs = 0, where, forget }) => {
      const before = now.getTime() - keptMs;
      const isOld = and(sql`${since} <= ${before}`, where?.(before));
      return forget ? db.update(table).set(forget).where(isOld) : db.delete(table).where(isOld);
    }),
  );
}
