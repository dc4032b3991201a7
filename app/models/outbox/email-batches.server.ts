import { eq, type SQL, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { emailBatches, outbox } from "#app/db/schema.ts";
import { insertWhere, jsonList, jsonRows } from "#app/db/statements.ts";
import { databaseNow, type EmailBatch } from "./claim-emails.server.ts";

interface RefusedEmail {
  id: string;
  error: string;
}

/** Ends a batch: the provider has taken all of its emails but the refused ones, which are parked. */
export async function markAccepted(
  db: Database,
  { id, emails }: EmailBatch,
  refused: RefusedEmail[],
  now: Date,
): Promise<void> {
  await db.batch([
    parkSome(db, refused, now),
    db
      .update(outbox)
      .set({ sentAt: now, lastError: null })
      .where(
        sql`${outbox.batchId} = ${id} and ${outbox.sentAt} is null
          and ${outbox.id} in ${jsonList(emails.map((email) => email.id))}`,
      ),
    ...finishBatch(db, id, now),
  ]);
}

/** What is left in a finished batch was not part of the request: it may be claimed again. */
const finishBatch = (db: Database, batchId: string, now: Date): Statement[] => [
  db
    .update(outbox)
    .set({ batchId: null })
    .where(sql`${outbox.batchId} = ${batchId} and ${outbox.sentAt} is null`),
  db
    .update(emailBatches)
    .set({ finishedAt: now, lastError: null, pausedUntil: null })
    .where(eq(emailBatches.id, batchId)),
];

const parkSome = (db: Database, refused: RefusedEmail[], now: Date) =>
  db
    .update(outbox)
    .set({
      parkedAt: now,
      batchId: null,
      lastError: sql`(select value ->> 'error' from ${jsonRows(refused)} where value ->> 'id' = ${outbox.id})`,
    })
    .where(sql`${outbox.id} in ${jsonList(refused.map(({ id }) => id))} and ${outbox.sentAt} is null`);

/** Takes emails out of their batch before it is sent, so that the set of a key only ever shrinks. */
export async function parkEmails(db: Database, refused: RefusedEmail[], now: Date): Promise<void> {
  await parkSome(db, refused, now);
}

/** Ends a batch of which nobody will ever know whether it was taken: an operator decides about its emails. */
export async function parkBatch(
  db: Database,
  { id, emails }: EmailBatch,
  error: string,
  now: Date,
): Promise<void> {
  const refused = emails.map((email) => ({ id: email.id, error }));
  await db.batch([parkSome(db, refused, now), ...finishBatch(db, id, now)]);
}

/** A worker that was away too long has lost its claim to another one, which knows more. */
const isStillMine = ({ id, claimedBy }: EmailBatch): SQL =>
  sql`${emailBatches.id} = ${id} and ${emailBatches.claimedBy} = ${claimedBy}`;

/** Nobody knows whether the provider took the emails: they are sent again under the same key. */
export async function saveUnknownOutcome(db: Database, batch: EmailBatch, error: string): Promise<void> {
  await db.update(emailBatches).set({ lastError: error }).where(isStillMine(batch));
}

/** The provider has certainly taken nothing, and would take nothing now: they are sent again later. */
export async function saveRefusedAttempt(db: Database, batch: EmailBatch, error: string): Promise<void> {
  await db
    .update(emailBatches)
    .set({ lastError: error, refusedAttempts: sql`${emailBatches.refusedAttempts} + 1` })
    .where(isStillMine(batch));
}

/** The provider has taken nothing, and asked for a pause; nobody sends until it is over. */
export async function pauseSending(
  db: Database,
  batch: EmailBatch,
  { error, pauseMs, now }: { error: string; pauseMs: number; now: Date },
): Promise<void> {
  await db
    .update(emailBatches)
    .set({
      lastError: error,
      refusedAttempts: sql`${emailBatches.refusedAttempts} + 1`,
      pausedUntil: sql`${databaseNow} + ${pauseMs}`,
      dueAt: new Date(now.getTime() + pauseMs),
    })
    .where(isStillMine(batch));
}

/** The provider has refused the whole batch because of some of its emails: its halves are tried apart, each under a new key. */
export async function splitBatch(db: Database, batch: EmailBatch, error: string, now: Date): Promise<void> {
  const { id, emails } = batch;
  const half = Math.ceil(emails.length / 2);
  const parts = [emails.slice(0, half), emails.slice(half)].map((some) => ({
    id: crypto.randomUUID(),
    emailIds: some.map((email) => email.id),
  }));
  const priority = sql`(select priority from ${emailBatches} where id = ${id})`;
  const isUnfinished = sql`exists (select 1 from ${emailBatches} where ${isStillMine(batch)} and ${emailBatches.finishedAt} is null)`;
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
    ...finishBatch(db, id, now),
  ]);
}
