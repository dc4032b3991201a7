import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { jsonList, jsonRows } from "#app/db/json-list.ts";
import { emailBatches, outbox } from "#app/db/schema.ts";
import { type EmailKind, emailKinds, emailRules } from "#app/lib/email-kinds.ts";
import type { EmailBatch } from "./claim-emails.server.ts";

const secretKinds = emailKinds.filter((kind) => "hasSecret" in emailRules[kind]);

interface Accepted {
  refused: { id: string; error: string }[];
  /** Where the outbox is what a developer reads instead of an inbox. */
  keepsSecrets?: boolean;
}

/** Ends a batch claimed at `now`: the provider has accepted all of its emails but the refused ones, which are parked. */
export async function markAccepted(
  db: Database,
  batchId: string,
  { refused, keepsSecrets = false }: Accepted,
  now: Date,
): Promise<void> {
  const removed: EmailKind[] = keepsSecrets ? [] : secretKinds;
  const refusedIds = jsonList(refused.map(({ id }) => id));
  await db.batch([
    ...parkEmails(db, refused, now),
    db
      .update(outbox)
      .set({
        sentAt: now,
        lastError: null,
        data: sql`case when ${inArray(outbox.kind, removed)} then null else ${outbox.data} end`,
      })
      .where(
        sql`${outbox.batchId} = ${batchId} and ${outbox.sentAt} is null and ${outbox.expiresAt} > ${now.getTime()}
          and ${outbox.id} not in ${refusedIds}`,
      ),
    finishBatch(db, batchId, now),
  ] as unknown as [ReturnType<typeof finishBatch>]);
}

const finishBatch = (db: Database, batchId: string, now: Date) =>
  db
    .update(emailBatches)
    .set({ finishedAt: now, lastError: null, pausedUntil: null })
    .where(eq(emailBatches.id, batchId));

const parkEmails = (db: Database, refused: { id: string; error: string }[], now: Date) =>
  refused.length === 0
    ? []
    : [
        db
          .update(outbox)
          .set({
            parkedAt: now,
            batchId: null,
            lastError: sql`(select value ->> 'error' from ${jsonRows(refused)} where value ->> 'id' = ${outbox.id})`,
          })
          .where(sql`${outbox.id} in ${jsonList(refused.map(({ id }) => id))} and ${outbox.sentAt} is null`),
      ];

/** Another attempt is made with the same emails under the same key. */
export async function saveBatchError(db: Database, batchId: string, error: string): Promise<void> {
  await db.update(emailBatches).set({ lastError: error }).where(eq(emailBatches.id, batchId));
}

/** The provider has taken no email, and asked for a pause; nobody sends until it is over. */
export async function pauseSending(
  db: Database,
  batchId: string,
  { error, until }: { error: string; until: Date },
): Promise<void> {
  await db
    .update(emailBatches)
    .set({ lastError: error, pausedUntil: until, dueAt: until })
    .where(eq(emailBatches.id, batchId));
}

/** The provider has refused the whole batch for good: its halves are tried apart, each under a new key. */
export async function splitBatch(
  db: Database,
  { id, emails }: EmailBatch,
  error: string,
  now: Date,
): Promise<void> {
  const half = Math.ceil(emails.length / 2);
  const parts = [emails.slice(0, half), emails.slice(half)].map((some) => ({
    id: crypto.randomUUID(),
    emailIds: some.map((email) => email.id),
  }));
  const priority = sql`(select priority from ${emailBatches} where id = ${id})`;
  const isUnfinished = sql`exists (select 1 from ${emailBatches} where id = ${id} and finished_at is null)`;
  await db.batch([
    ...parts.flatMap((part) => [
      insertWhere(
        db,
        emailBatches,
        { id: part.id, priority, createdAt: now, dueAt: now, lastError: error },
        isUnfinished,
      ),
      db
        .update(outbox)
        .set({ batchId: part.id })
        .where(
          sql`${outbox.id} in ${jsonList(part.emailIds)} and ${outbox.batchId} = ${id} and ${isUnfinished}`,
        ),
    ]),
    finishBatch(db, id, now),
  ] as unknown as [ReturnType<typeof finishBatch>]);
}

const finishedForMs = 24 * 3_600_000;

/** Finished batches without emails: those of deleted emails, and those that were split. */
export async function deleteOldBatches(db: Database, now: Date): Promise<void> {
  const isOld: SQL = sql`${emailBatches.finishedAt} <= ${now.getTime() - finishedForMs}`;
  await db
    .delete(emailBatches)
    .where(
      sql`${isOld} and not exists (select 1 from ${outbox} where ${outbox.batchId} = ${emailBatches.id})`,
    );
}
