import { and, desc, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { nextAttemptAt } from "#app/db/next-attempt.ts";
import { outbox } from "#app/db/schema.ts";
import type { EmailKind } from "#app/lib/email-kinds.ts";

export interface Email<Kind extends EmailKind = EmailKind> {
  kind: Kind;
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** A statement for the batch of the change that the email tells of; written where the condition holds. */
export const queueEmail = (db: Database, email: Email, now: Date, condition: SQL, to?: SQL) =>
  insertWhere(db, outbox, { ...email, to: to ?? email.to, createdAt: now, dueAt: now }, condition);

export const deleteEmailsTo = (db: Database, addresses: SQL) =>
  db.delete(outbox).where(sql`${outbox.to} in ${addresses}`);

/** A statement for the batch that restores a backup: these emails may have been sent after it was taken. */
export const parkUnsentEmails = (db: Database, reason: string, now: Date) =>
  db
    .update(outbox)
    .set({ parkedAt: now, lastError: reason })
    .where(and(isNull(outbox.sentAt), isNull(outbox.parkedAt)));

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const maxPerDay = 5;

/** At most one email of a kind a minute to an address, and five a day. */
export function isWithinEmailLimit(to: string, kind: EmailKind, now: Date): SQL {
  const countSince = (agoMs: number) =>
    sql`(select count(*) from ${outbox} where "to" = ${to} and kind = ${kind} and created_at > ${now.getTime() - agoMs})`;
  return sql`${countSince(minuteMs)} = 0 and ${countSince(dayMs)} < ${maxPerDay}`;
}

export type DueEmail = typeof outbox.$inferSelect;

const maxEmailsPerSecond = 4;

/**
 * Moves each due email to its next attempt before it is sent, so no two workers send the same one, and an email whose
 * worker died is tried again.
 */
export async function claimDueEmails(db: Database, now: Date): Promise<DueEmail[]> {
  const at = now.getTime();
  const due = sql`(select id from ${outbox} where due_at <= ${at} and sent_at is null and parked_at is null
    order by due_at
    limit max(0, ${maxEmailsPerSecond} - (select count(*) from ${outbox} where attempted_at > ${at - 1000})))`;
  return db
    .update(outbox)
    .set({
      attempts: sql`${outbox.attempts} + 1`,
      attemptedAt: now,
      dueAt: nextAttemptAt(now, outbox.attempts),
    })
    .where(sql`${outbox.id} in ${due}`)
    .returning();
}

export async function hasDueEmails(db: Database, now: Date): Promise<boolean> {
  const due = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(lte(outbox.dueAt, now), isNull(outbox.sentAt), isNull(outbox.parkedAt)))
    .limit(1);
  return due.length > 0;
}

export async function markSent(db: Database, id: string, now: Date): Promise<void> {
  await db.update(outbox).set({ sentAt: now, lastError: null }).where(eq(outbox.id, id));
}

export async function markFailed(
  db: Database,
  id: string,
  { error, parkedAt }: { error: string; parkedAt: Date | null },
): Promise<void> {
  await db.update(outbox).set({ lastError: error, parkedAt }).where(eq(outbox.id, id));
}

export async function listOutbox(db: Database, limit = 100) {
  return db
    .select({
      id: outbox.id,
      to: outbox.to,
      subject: outbox.subject,
      html: outbox.html,
      text: outbox.text,
      sentAt: outbox.sentAt,
    })
    .from(outbox)
    .orderBy(desc(outbox.createdAt))
    .limit(limit);
}

export async function findEmail(db: Database, id: string) {
  const [email] = await db.select({ html: outbox.html }).from(outbox).where(eq(outbox.id, id));
  return email;
}
