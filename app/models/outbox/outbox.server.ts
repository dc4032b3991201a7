import { and, desc, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { outbox } from "#app/db/schema.ts";

export interface Email {
  kind: string;
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** A mail as one statement of a batch, written only where the condition holds. */
export function queueEmail(db: Database, mail: Email, now: Date, condition: SQL, to: SQL = sql`${mail.to}`) {
  const { kind, subject, html, text } = mail;
  const at = now.getTime();
  return db.insert(outbox).select(
    sql`select ${crypto.randomUUID()}, ${kind}, ${to}, ${subject}, ${html}, ${text}, ${at}, ${at}, 0, null, null, null, null
      where ${condition}`,
  );
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** At most one mail of a kind a minute to an address, and five a day. */
export function mayEmail(to: string, kind: string, now: Date): SQL {
  const since = (ago: number) =>
    sql`(select count(*) from ${outbox} where "to" = ${to} and kind = ${kind} and created_at > ${now.getTime() - ago})`;
  return sql`${since(minute)} = 0 and ${since(day)} < 5`;
}

export type DueEmail = typeof outbox.$inferSelect;

/** What the provider takes in a second. */
const emailsPerSecond = 4;

/**
 * Takes what is due, pushing each on to its next try before it is sent: whoever asks meanwhile gets nothing, whoever
 * dies with a mail in hand has it tried again later, and all of them together keep the provider's pace.
 */
export async function claimDueEmails(db: Database, now: Date): Promise<DueEmail[]> {
  const at = now.getTime();
  const due = sql`(select id from ${outbox} where due_at <= ${at} and sent_at is null and parked_at is null
    order by due_at limit max(0, ${emailsPerSecond} - (select count(*) from ${outbox} where attempted_at > ${at - 1000})))`;
  return db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, attemptedAt: now, dueAt: nextAttemptAt(now) })
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

/** One minute, two, four, … up to six hours, and up to a quarter more so that a crowd doesn't return at once. */
function nextAttemptAt(now: Date) {
  const wait = sql`min(${minute} * (1 << min(${outbox.attempts}, 9)), ${6 * 60 * minute})`;
  return sql<Date>`cast(${now.getTime()} + ${wait} * (1 + abs(random() % 1000) / 4000.0) as integer)`;
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

export async function listOutbox(db: Database, most = 100) {
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
    .limit(most);
}

export async function findEmail(db: Database, id: string) {
  const [mail] = await db.select({ html: outbox.html }).from(outbox).where(eq(outbox.id, id));
  return mail;
}
