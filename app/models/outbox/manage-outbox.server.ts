import { and, desc, eq, gt, isNotNull, isNull, min, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, emailBatches, outbox, users } from "#app/db/schema.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { isUnsent } from "./email-conditions.server.ts";

export const emailStates = ["waiting", "parked", "sent", "expired"] as const;
export type EmailState = (typeof emailStates)[number];

const inState = (state: EmailState, now: Date): SQL | undefined => {
  switch (state) {
    case "waiting":
      return and(isUnsent, gt(outbox.expiresAt, now));
    case "parked":
      return and(isNull(outbox.sentAt), isNotNull(outbox.parkedAt));
    case "sent":
      return isNotNull(outbox.sentAt);
    case "expired":
      return sql`${outbox.id} in (
        select id from ${outbox} where expired_at is not null and sent_at is null and parked_at is null
        union all select id from ${outbox} where ${isUnsent} and expires_at <= ${now.getTime()})`;
  }
};

interface EmailFilter {
  state?: EmailState | undefined;
  limit: number;
  now: Date;
}

export async function listEmails(db: Database, { state, limit, now }: EmailFilter) {
  return (
    db
      .select({
        id: outbox.id,
        kind: outbox.kind,
        to: outbox.to,
        createdAt: outbox.createdAt,
        dueAt: outbox.dueAt,
        expiresAt: outbox.expiresAt,
        sentAt: outbox.sentAt,
        parkedAt: outbox.parkedAt,
        attempts: sql<number>`coalesce(${emailBatches.attempts}, 0)`.as("attempts"),
        lastError: sql<string | null>`coalesce(${outbox.lastError},
          ${emailBatches.lastError})`.as("last_error"),
      })
      .from(outbox)
      .leftJoin(emailBatches, eq(emailBatches.id, outbox.batchId))
      .where(state && inState(state, now))
      // Those that are sent are most; of the others, an index by age would be read to its end.
      .orderBy(state && state !== "sent" ? sql`+${outbox.createdAt} desc` : desc(outbox.createdAt))
      .limit(limit)
  );
}

/** One unsent email, or all parked ones. */
const chosen = (id: string | undefined) =>
  and(isNull(outbox.sentAt), id === undefined ? isNotNull(outbox.parkedAt) : eq(outbox.id, id));

/** The ids of the users with the address of this email: one or none. */
export async function findRecipients(db: Database, id: string): Promise<string[]> {
  const found = await db
    .select({ userId: users.id })
    .from(users)
    .where(sql`${users.email} = (select "to" from ${outbox} where ${outbox.id} = ${id})`);
  return found.map(({ userId }) => userId);
}

export const countUnsent = async (db: Database, id?: string): Promise<number> =>
  db.$count(outbox, chosen(id));

/** For at least another day. One whose outcome is unknown stays in its batch: only with the same key is it safe to send. */
export async function retryEmails(db: Database, id: string | undefined, now: Date): Promise<number> {
  const batchIds = sql`(select batch_id from ${outbox} where ${chosen(id)})`;
  const [, retried] = await db.batch([
    db
      .update(emailBatches)
      .set({ dueAt: now })
      .where(and(sql`${emailBatches.id} in ${batchIds}`, isNull(emailBatches.finishedAt))),
    db
      .update(outbox)
      .set({
        parkedAt: null,
        expiredAt: null,
        dueAt: now,
        expiresAt: sql`max(${outbox.expiresAt}, ${now.getTime() + dayMs})`,
      })
      .where(chosen(id))
      .returning({ id: outbox.id }),
  ]);
  return retried.length;
}

export async function dropEmail(db: Database, id: string): Promise<boolean> {
  const dropped = await db.delete(outbox).where(chosen(id)).returning({ id: outbox.id });
  return dropped.length === 1;
}

/** `next` is when the first of the later batches is due. */
export async function countUnsentByState(db: Database, now: Date) {
  const isLater = sql`batch_id in (select id from ${emailBatches} where finished_at is null and due_at > ${now.getTime()})`;
  const waiting = inState("waiting", now);
  const [due, parked, later, [first]] = await Promise.all([
    db.$count(outbox, and(waiting, sql`(batch_id is null or not ${isLater})`)),
    db.$count(outbox, inState("parked", now)),
    db.$count(outbox, and(waiting, isLater)),
    db
      .select({ next: min(emailBatches.dueAt) })
      .from(emailBatches)
      .where(and(isNull(emailBatches.finishedAt), gt(emailBatches.dueAt, now))),
  ]);
  return { due, parked, later, next: first?.next };
}

/** A statement for the batch that erases users, before they are deleted: so that nobody gets their contact later. */
export const deleteMeetAgainEmailsAbout = (db: Database, userIds: SQL) =>
  db.delete(outbox).where(
    sql`${outbox.bookingId} in (select theirs.id from ${bookings} own join ${bookings} theirs on theirs.table_id = own.table_id
          where own.user_id in ${userIds})
        and ${outbox.kind} = 'meet-again'
        and ${outbox.data} ->> 'otherBookingId' in (select id from ${bookings} where user_id in ${userIds})`,
  );

export const deleteEmailsTo = (db: Database, addresses: SQL) =>
  db.delete(outbox).where(sql`${outbox.to} in ${addresses}`);

/** Emails to a former address of a user, and to one that was to become theirs. */
export const isToOtherAddressOf = (userIds: SQL) =>
  sql`(${outbox.data} ->> 'userId' is not null and ${outbox.data} ->> 'userId' in ${userIds})`;

export const deleteEmailsToOtherAddresses = (db: Database, userIds: SQL) =>
  db.delete(outbox).where(isToOtherAddressOf(userIds));

/** A statement for the batch that changes an address: nobody needs what was or would be sent to the old one. */
export const deleteAccountEmails = (db: Database, address: SQL, condition: SQL) =>
  db.delete(outbox).where(
    sql`${outbox.to} = ${address} and ${outbox.bookingId} is null
        and (${outbox.sentAt} is not null or ${outbox.batchId} is null) and ${condition}`,
  );

/** A statement for the batch that restores a backup: these emails may have been sent after it was taken. */
export const parkUnsentEmails = (db: Database, reason: string, now: Date) =>
  db
    .update(outbox)
    .set({ parkedAt: now, lastError: reason, batchId: null })
    .where(and(isNull(outbox.sentAt), isNull(outbox.parkedAt)));

export async function expireEmails(db: Database, now: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ expiredAt: now })
    .where(sql`${outbox.expiresAt} <= ${now.getTime()} and ${isUnsent} and ${outbox.batchId} is null`);
}

const maxDeleted = 5_000;

/** Deletes emails a month after they were written and sent, parked or expired. Returns "more" where some are left. */
export async function deleteOldEmails(db: Database, now: Date): Promise<"more" | undefined> {
  const before = now.getTime() - keptMs.email;
  const old = sql`(select id from ${outbox} where created_at <= ${before}
    and (sent_at <= ${before} or parked_at <= ${before} or expired_at <= ${before}) limit ${maxDeleted})`;
  const deleted = await db.delete(outbox).where(sql`${outbox.id} in ${old}`).returning({ id: outbox.id });
  return deleted.length === maxDeleted ? "more" : undefined;
}

/** A statement for the batch in which somebody no longer wants news. */
export const deleteUnsentNews = (db: Database, userId: string | SQL) =>
  db.delete(outbox).where(
    sql`${outbox.to} = (select ${users.email} from ${users} where ${users.id} = ${userId}) and ${outbox.kind} = 'club-news'
        and ${outbox.sentAt} is null and ${outbox.batchId} is null`,
  );

/** A statement that takes back a message of the club, as far as no request to the provider has begun. */
export const deleteUnsentMessage = (db: Database, messageId: string) =>
  db.delete(outbox).where(
    sql`${outbox.data} ->> 'messageId' = ${messageId} and ${outbox.data} ->> 'messageId' is not null
        and ${outbox.kind} in ('club-message', 'club-news') and ${outbox.sentAt} is null and ${outbox.batchId} is null`,
  );
