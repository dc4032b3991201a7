import { and, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, outbox } from "#app/db/schema.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { isUnsent } from "./email-conditions.server.ts";

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

/** Marks emails that are no longer worth sending. */
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
