import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { nextAttemptAt } from "#app/db/next-attempt.ts";
import { emailBatches, outbox } from "#app/db/schema.ts";
import {
  addTableMates,
  type QueuedEmail,
  selectQueuedEmails,
  selectTableMates,
} from "./queued-emails.server.ts";

/** What the provider takes in one request. */
const maxBatchSize = 100;

const maxRetryWaitMs = 15 * 60_000;

export interface EmailBatch {
  /** Also the idempotency key. */
  id: string;
  attempts: number;
  emails: QueuedEmail[];
}

interface Claim {
  batch: EmailBatch | undefined;
  /** How long until another batch may be claimed, null where none is due. */
  waitMs: number | null;
}

const isUnsent = sql`sent_at is null and parked_at is null`;

export const isWaiting = (now: Date) =>
  sql`batch_id is null and ${isUnsent} and due_at <= ${now.getTime()} and expires_at > ${now.getTime()}`;

const isDueBatch = (now: Date) => sql`finished_at is null and due_at <= ${now.getTime()}`;

/**
 * Claims the most urgent due emails: a batch whose next attempt is due, or up to 100 new emails. Its next attempt is set
 * before it is sent, so no two workers send it, and a batch whose worker died is sent again with the same emails.
 */
export async function claimEmailBatch(db: Database, now: Date, intervalMs: number): Promise<Claim> {
  const [id, claimedBy, at] = [crypto.randomUUID(), crypto.randomUUID(), now.getTime()];
  const nextPriority = sql`(select priority from ${outbox} where ${isWaiting(now)} order by priority, due_at limit 1)`;
  const dueBatch = sql`(select id from ${emailBatches} where ${isDueBatch(now)} order by priority, due_at limit 1)`;
  const lastAttemptAt = sql`(select max(attempted_at) from ${emailBatches} where attempted_at <= ${at})`;
  const pausedUntil = sql`(select max(paused_until) from ${emailBatches} where paused_until > ${at} and attempted_at <= ${at})`;
  const mayRequest = sql`coalesce(${lastAttemptAt} <= ${at - intervalMs}, true) and ${pausedUntil} is null`;
  const isMine = sql`exists (select 1 from ${emailBatches} where claimed_by = ${claimedBy})`;
  const mine = sql`(select id from ${emailBatches} where claimed_by = ${claimedBy})`;
  const [, , , rows, mates, [state]] = await db.batch([
    db
      .update(emailBatches)
      .set({
        attempts: sql`${emailBatches.attempts} + 1`,
        attemptedAt: now,
        dueAt: nextAttemptAt(now, emailBatches.attempts, maxRetryWaitMs),
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
        createdAt: now,
        attempts: 1,
        attemptedAt: now,
        dueAt: nextAttemptAt(now, sql`0`, maxRetryWaitMs),
        claimedBy,
      },
      sql`${nextPriority} is not null and not ${isMine} and ${mayRequest}`,
    ),
    db
      .update(outbox)
      .set({ batchId: id })
      .where(
        sql`${outbox.id} in (select id from ${outbox} where ${isWaiting(now)} order by priority, due_at limit ${maxBatchSize})
          and exists (select 1 from ${emailBatches} where id = ${id})`,
      ),
    selectQueuedEmails(db)
      .where(
        sql`${outbox.batchId} in ${mine} and ${outbox.sentAt} is null and ${outbox.parkedAt} is null
          and ${outbox.expiresAt} > ${at}`,
      )
      .orderBy(outbox.id),
    selectTableMates(db, sql`(select booking_id from ${outbox} where batch_id in ${mine})`),
    db
      .select({
        batchId: sql<string | null>`${mine}`.as("batch_id"),
        attempts: sql<number>`(select attempts from ${emailBatches} where claimed_by = ${claimedBy})`.as(
          "attempts",
        ),
        hasDue:
          sql<number>`(${nextPriority} is not null or ${dueBatch} is not null or ${pausedUntil} is not null)`.as(
            "has_due",
          ),
        nextAt:
          sql<number>`max(coalesce(${lastAttemptAt}, 0) + ${intervalMs}, coalesce(${pausedUntil}, 0))`.as(
            "next_at",
          ),
      })
      .from(sql`(select 1)`),
  ]);
  const batch = state?.batchId
    ? { id: state.batchId, attempts: state.attempts, emails: addTableMates(rows, mates) }
    : undefined;
  return { batch, waitMs: state?.hasDue ? Math.max(0, state.nextAt - at) : null };
}

/** False while the provider has asked for a pause. */
export async function hasDueEmails(db: Database, now: Date): Promise<boolean> {
  const found = await db.all(
    sql`select 1 from (select 1 from ${outbox} where ${isWaiting(now)} limit 1) where not ${isPaused(now)}
      union all select 1 from (select 1 from ${emailBatches} where ${isDueBatch(now)} limit 1) where not ${isPaused(now)}`,
  );
  return found.length > 0;
}

const isPaused = (now: Date) =>
  sql`exists (select 1 from ${emailBatches} where paused_until > ${now.getTime()} and attempted_at <= ${now.getTime()})`;
