import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { bookings, erasures, events, users } from "#app/db/schema.ts";
import { settleForErasedUsers } from "#app/models/deposit/settlement.server.ts";
import { eraseEntries, eraseEntriesNaming } from "#app/models/matching/match-records.server.ts";
import { recordOperatorChanges } from "#app/models/operator-change/operator-changes.server.ts";
import { deleteEmailsTo, removeRenderedTextNaming } from "#app/models/outbox/outbox.server.ts";
import { deleteAttemptsOf } from "./sign-in-attempts.server.ts";

/** Deletes every row of the user, and keeps a meaningless id so that a restored backup can be erased again. */
export async function eraseAccount(db: Database, userId: string, now: Date): Promise<void> {
  await db.batch(eraseOne(db, userId, now));
}

/** The diners of an event whose tables are made can read that an operator removed a booking. */
export async function eraseByOperator(db: Database, userId: string, now: Date): Promise<void> {
  const what = "A booking was removed by the club.";
  await db.batch([
    recordOperatorChanges(db, { what, now }, hasActiveBooking(sql`(select ${userId})`, now)),
    ...eraseOne(db, userId, now),
  ]);
}

const hasActiveBooking = (userIds: SQL, now: Date) =>
  sql`${events.date} > ${now.getTime()} and exists (select 1 from ${bookings}
    where ${bookings.eventId} = ${events.id} and ${bookings.userId} in ${userIds} and ${bookings.canceled} = 0)`;

const eraseOne = (db: Database, userId: string, now: Date) =>
  [
    insertWhere(db, erasures, { userId, erasedAt: now }, sql`true`).onConflictDoNothing(),
    ...erase(db, sql`(select ${userId})`, now),
  ] as const;

function erase(db: Database, userIds: SQL, now: Date) {
  const addresses = sql`(select email from ${users} where id in ${userIds})`;
  return [
    ...settleForErasedUsers(db, userIds, now),
    removeRenderedTextNaming(db, userIds, now),
    deleteEmailsTo(db, addresses),
    deleteAttemptsOf(db, addresses),
    eraseEntriesNaming(db, userIds),
    eraseEntries(db, userIds),
    db.delete(users).where(sql`${users.id} in ${userIds}`),
  ] as const;
}

/** Statements for the batch that restores a backup: users erased since it was taken are erased again. */
export function repeatErasures(db: Database, now: Date) {
  const userIds = sql`(select ${erasures.userId} from ${erasures})`;
  const what = "A booking went with a deleted account when a backup was restored.";
  return [
    recordOperatorChanges(db, { what, now }, hasActiveBooking(userIds, now)),
    ...erase(db, userIds, now),
  ] as const;
}
