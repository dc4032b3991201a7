import { inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { type GivenTime, prepareQueries, toMs } from "#app/db/prepare-queries.ts";
import { bookings, emailBatches, hostLinks, lateNotes, outbox, pairs, tables } from "#app/db/schema.ts";
import { insertWhere, nextAttemptAt } from "#app/db/statements.ts";
import { hostKinds, kindsTrueWhile } from "#app/lib/email-kinds.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { isBroken } from "./broken-addresses.server.ts";
import { isUnsent } from "./email-conditions.server.ts";
import {
  addTableMates,
  type QueuedEmail,
  selectQueuedEmails,
  selectTableMates,
} from "./queued-emails.server.ts";

/** The most that the provider accepts in one request. */
const maxBatchSize = 100;

const maxRetryWaitMs = 15 * minuteMs;

export interface EmailBatch {
  /** The id is also the idempotency key. */
  id: string;
  claimedBy: string;
  createdAt: Date;
  attempts: number;
  /** After an earlier attempt nobody knows whether the provider took the emails. */
  mayBeTaken: boolean;
  emails: QueuedEmail[];
}

interface Claim {
  batch: EmailBatch | undefined;
  /** How long until another batch can be claimed; null if one can be claimed now and none is due. */
  waitMs: number | null;
}

/** All workers share the clock of the database for pace and pauses; `now` decides what is due. */
export const databaseNow = sql<Date>`cast(unixepoch('subsec') * 1000 as integer)`;

const isWaiting = (now: GivenTime) =>
  sql`batch_id is null and ${isUnsent} and due_at <= ${toMs(now)} and expires_at > ${toMs(now)}`;

/** Resend takes an attachment only in a request of its own, for which emails without one don't wait. */
const sendingOrder = sql`priority, has_invitation, due_at`;

/** A task's clock may be behind the database's when a pause is over. */
const isDueBatch = (now: GivenTime) =>
  sql`finished_at is null and (due_at <= ${toMs(now)} or paused_until <= ${databaseNow})`;

const lastAttemptAt = sql`(select max(attempted_at) from ${emailBatches})`;
const pausedUntil = sql`(select max(paused_until) from ${emailBatches} where paused_until > ${databaseNow})`;

/** The host link was revoked, or the diner is on time after all. */
const isOutdatedForHost = sql`(${inArray(outbox.kind, hostKinds)} and (
  not exists (select 1 from ${hostLinks} where ${hostLinks.id} = ${outbox.data} ->> 'hostLinkId' and ${hostLinks.revokedAt} is null)
  or (${outbox.data} ->> 'note' = 'late'
    and not exists (select 1 from ${lateNotes} where ${lateNotes.bookingId} = ${outbox.bookingId}))))`;

/** The table-mate whom the email is about is on time after all, or has canceled: then there is another email. */
const isOutdatedLateNote = sql`(${outbox.kind} = 'diner-late' and not exists (select 1 from ${lateNotes}
  join bookings late on late.id = ${lateNotes.bookingId} and late.canceled = 0
  where ${lateNotes.bookingId} = ${outbox.data} ->> 'otherBookingId'))`;

/** The other one has deleted the account. */
const isOutdatedForPair = sql`(${outbox.kind} = 'meet-again' and not exists (select 1 from ${bookings}
  where ${bookings.id} = ${outbox.data} ->> 'otherBookingId'))`;

/** A message of the club is for a table, a restaurant or a state that the diner has left since. */
const isOutdatedMessage = sql`(${outbox.kind} = 'club-message' and exists (select 1 from ${bookings}
  left join ${tables} on ${tables.id} = ${bookings.tableId}
  where ${bookings.id} = ${outbox.bookingId} and (
    ${tables.id} is not coalesce(${outbox.data} ->> 'tableId', ${tables.id})
    or ${tables.venueId} is not coalesce(${outbox.data} ->> 'venueId', ${tables.venueId})
    or (${outbox.data} ->> 'to' = 'seated' and ${tables.id} is null)
    or (${outbox.data} ->> 'to' = 'standby' and ${tables.id} is not null))))`;

/** An alarm is tried anyway, and so is a link that somebody with the address has just asked for. */
const comesBack = sql`(${isBroken(outbox.to)} and ${outbox.kind} <> 'operator-alarm'
  and not (${outbox.kind} = 'reset-password' and ${isBroken(outbox.to, "complained")}))`;

/** The diner has canceled, lost or got the seat, or is no longer noted as a no-show, since the email was written. */
const isOutdated = sql`(${isOutdatedForHost} or ${isOutdatedLateNote} or ${isOutdatedForPair} or ${isOutdatedMessage} or exists (select 1 from ${bookings} where ${bookings.id} = ${outbox.bookingId} and (
  (${inArray(outbox.kind, kindsTrueWhile("booked"))} and ${bookings.canceled} = 1)
  or (${inArray(outbox.kind, kindsTrueWhile("absent"))} and ${bookings.attendance} is not 'no-show')
  or (${inArray(outbox.kind, kindsTrueWhile("in a pair"))} and not exists (select 1 from ${pairs}
    where ${pairs.bookingId} = ${outbox.bookingId} and ${pairs.endedAt} is null))
  or (${inArray(outbox.kind, kindsTrueWhile("seated"))} and (${bookings.canceled} = 1 or ${bookings.tableId} is null))
  or (${inArray(outbox.kind, kindsTrueWhile("on standby"))} and (${bookings.canceled} = 1 or ${bookings.tableId} is not null)))))`;

const queryClaim = prepareQueries(["id", "claimedBy", "intervalMs", "now"], (db, given) => {
  const [id, claimedBy, at] = [sql`${given.id}`, sql`${given.claimedBy}`, sql`${given.now}`];
  const next = (column: SQL) =>
    sql`(select ${column} from ${outbox} where ${isWaiting(given.now)} order by ${sendingOrder} limit 1)`;
  const nextPriority = next(sql`priority`);
  const isAlone = next(sql`has_invitation`);
  const dueBatch = sql`(select id from ${emailBatches} where ${isDueBatch(given.now)} order by priority, due_at limit 1)`;
  const mayRequest = sql`coalesce(${lastAttemptAt} <= ${databaseNow} - ${given.intervalMs}, true) and ${pausedUntil} is null`;
  const mine = sql`(select id from ${emailBatches} where claimed_by = ${claimedBy})`;
  return [
    db
      .update(emailBatches)
      .set({
        attempts: sql`${emailBatches.attempts} + 1`,
        attemptedAt: databaseNow,
        dueAt: nextAttemptAt(given.now, emailBatches.attempts, maxRetryWaitMs),
        pausedUntil: null,
        // A pause is not a failure.
        lastError: sql`iif(${emailBatches.pausedUntil} is null, ${emailBatches.lastError}, null)`,
        claimedBy,
      })
      .where(
        sql`${emailBatches.id} = ${dueBatch} and ${mayRequest} and coalesce(${nextPriority} >= priority, true)`,
      ),
    insertWhere(
      db,
      emailBatches,
      {
        id,
        priority: nextPriority,
        createdAt: at,
        attempts: 1,
        attemptedAt: databaseNow,
        dueAt: nextAttemptAt(given.now, sql`0`, maxRetryWaitMs),
        claimedBy,
      },
      sql`${nextPriority} is not null and not exists ${mine} and ${mayRequest}`,
    ),
    db
      .update(outbox)
      .set({ batchId: id })
      .where(
        sql`${outbox.id} in (select id from ${outbox} where ${isWaiting(given.now)} and has_invitation = ${isAlone}
            order by ${sendingOrder} limit iif(${isAlone}, 1, ${maxBatchSize}))
          and exists (select 1 from ${emailBatches} where id = ${id})`,
      ),
    db
      .update(outbox)
      .set({ batchId: null, expiresAt: at, expiredAt: at, lastError: "no longer true" })
      .where(sql`${outbox.batchId} = ${id} and ${isOutdated}`),
    db
      .update(outbox)
      .set({ batchId: null, expiresAt: at, expiredAt: at, lastError: "emails to this address come back" })
      .where(sql`${outbox.batchId} = ${id} and ${comesBack}`),
    db
      .update(outbox)
      .set({ batchId: null })
      .where(sql`${outbox.batchId} in ${mine} and ${outbox.sentAt} is null and ${outbox.expiresAt} <= ${at}`),
    selectQueuedEmails(db)
      .where(sql`${outbox.batchId} in ${mine} and ${outbox.sentAt} is null and ${outbox.parkedAt} is null`)
      .orderBy(outbox.id),
    selectTableMates(db, sql`(select booking_id from ${outbox} where batch_id in ${mine})`),
    db
      .select({
        id: emailBatches.id,
        createdAt: emailBatches.createdAt,
        attempts: emailBatches.attempts,
        refusedAttempts: emailBatches.refusedAttempts,
      })
      .from(emailBatches)
      .where(sql`${emailBatches.claimedBy} = ${claimedBy}`),
    db
      .select({
        hasDue: sql<number>`(${nextPriority} is not null or ${dueBatch} is not null
            or ${pausedUntil} is not null)`.as("has_due"),
        waitMs: sql<number>`max(coalesce(${lastAttemptAt} + ${given.intervalMs}, 0), coalesce(${pausedUntil},
            0)) - ${databaseNow}`.as("wait_ms"),
      })
      .from(sql`(select 1)`),
  ];
});

/**
 * Claims the most urgent due emails: a batch whose next attempt is due, or up to 100 new emails. Its next attempt is set
 * before it is sent, so no two workers send it, and a batch whose worker died is sent again with the same emails.
 */
export async function claimEmailBatch(db: Database, now: Date, intervalMs: number): Promise<Claim> {
  const [id, claimedBy] = [crypto.randomUUID(), crypto.randomUUID()];
  const [, , , , , , rows, mates, [batch], [state]] = await db.batch(
    queryClaim(db, { id, claimedBy, intervalMs, now: now.getTime() }),
  );
  return {
    batch: batch && {
      ...batch,
      claimedBy,
      mayBeTaken: batch.attempts - 1 > batch.refusedAttempts,
      emails: addTableMates(rows, mates),
    },
    waitMs: state && (state.hasDue || state.waitMs > 0) ? Math.max(0, state.waitMs) : null,
  };
}

/** By then a request is answered, or its sender is gone. */
const maxRequestMs = 10_000;

/** Somebody waits for the answer to a batch, or for the next one’s turn, and then claims all that is due by now. */
export async function hasSender(db: Database, intervalMs: number): Promise<boolean> {
  const isUnanswered = sql`finished_at is null and last_error is null`;
  const found = await db.all(
    sql`select 1 from ${emailBatches} where attempted_at > ${databaseNow} - ${Math.max(intervalMs, maxRequestMs)}
      and (attempted_at > ${databaseNow} - ${intervalMs} or ${isUnanswered}) limit 1`,
  );
  return found.length > 0;
}

/** False while the provider has asked for a pause. */
export async function hasDueEmails(db: Database, now: Date): Promise<boolean> {
  const found = await db.all(
    sql`select 1 from (select 1 from ${outbox} where ${isWaiting(now)} limit 1) where ${pausedUntil} is null
      union all select 1 from (select 1 from ${emailBatches} where ${isDueBatch(now)} limit 1) where ${pausedUntil} is null`,
  );
  return found.length > 0;
}
