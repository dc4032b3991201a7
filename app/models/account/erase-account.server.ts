import { eq, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, erasures, events, users } from "#app/db/schema.ts";
import { insertWhere } from "#app/db/statements.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { keepSeats } from "#app/models/booking/erased-seats.server.ts";
import { leavePairs } from "#app/models/booking/pairs.server.ts";
import { namePlace, recordTableChanges } from "#app/models/booking/table-changes.server.ts";
import { forgetCompany } from "#app/models/booking/tables.server.ts";
import { deleteCityRequests } from "#app/models/city/city-requests.server.ts";
import { settleForErasedUsers } from "#app/models/deposit/settlement.server.ts";
import { deleteBrokenAddresses } from "#app/models/outbox/broken-addresses.server.ts";
import {
  deleteEmailsTo,
  deleteEmailsToOtherAddresses,
  deleteMeetAgainEmailsAbout,
} from "#app/models/outbox/manage-outbox.server.ts";
import { eraseEntries } from "#app/models/seating/match-entries.server.ts";
import { keepAccountKeys } from "./account-keys.server.ts";
import { deleteAttemptsOf } from "./credentials.server.ts";

/** A meaningless id stays, so that a restored backup can be erased again. The event's diners can read that a booking is gone. */
export async function eraseAccount(
  db: Database,
  userId: string,
  now: Date,
  madeBy: "diner" | "operator" = "diner",
): Promise<void> {
  const userIds = sql`(select ${userId})`;
  const place = namePlace(activeBooking(userIds));
  const what =
    madeBy === "diner"
      ? sql`'A diner ' || ${place} || ' canceled.'`
      : sql`'A booking ' || ${place} || ' was removed by the club.'`;
  await db.batch([
    recordTableChanges(db, { what, madeBy, now }, hasActiveBooking(userIds, now)),
    insertWhere(db, erasures, { userId, erasedAt: now, madeBy }, sql`true`).onConflictDoNothing(),
    ...erase(db, userIds, now),
  ]);
}

const activeBooking = (userIds: SQL) =>
  sql`${bookings.eventId} = ${events.id} and ${bookings.userId} in ${userIds} and ${bookings.canceled} = 0`;

/** The plus makes SQLite begin at their bookings, not at all upcoming events. */
const hasActiveBooking = (userIds: SQL, now: Date) =>
  sql`+${events.date} > ${now.getTime()} and ${events.id} in (select event_id from ${bookings}
    where user_id in ${userIds} and canceled = 0)`;

function erase(db: Database, userIds: SQL, now: Date) {
  const addresses = sql`(select email from ${users} where id in ${userIds})`;
  return [
    // This comes before the bookings of this evening are canceled.
    keepSeats(db, userIds, now),
    ...leavePairs(db, userIds, now),
    ...settleForErasedUsers(db, userIds, now),
    deleteEmailsTo(db, addresses),
    deleteEmailsToOtherAddresses(db, userIds),
    deleteMeetAgainEmailsAbout(db, userIds),
    deleteAttemptsOf(db, addresses),
    deleteBrokenAddresses(db, addresses),
    deleteCityRequests(db, addresses),
    eraseEntries(db, userIds),
    forgetCompany(db, userIds),
    ...keepAccountKeys(db, userIds, now),
    db.delete(users).where(sql`${users.id} in ${userIds}`),
  ] as const;
}

/** A line of the history, which was deleted with the account. */
export async function findErasure(db: Database, userId: string) {
  const [erasure] = await db
    .select({ at: erasures.erasedAt, madeBy: erasures.madeBy })
    .from(erasures)
    .where(eq(erasures.userId, userId));
  return erasure && { ...erasure, kind: "erased", detail: null };
}

/** Older backups can’t be restored. */
export async function deleteOldErasures(db: Database, now: Date): Promise<void> {
  await db.delete(erasures).where(lte(erasures.erasedAt, new Date(now.getTime() - keptMs.change)));
}

/** Statements for the batch that restores a backup. They erase the users again who were erased after the backup. */
export function repeatErasures(db: Database, now: Date) {
  const userIds = sql`(select ${erasures.userId} from ${erasures})`;
  const what = sql`(select case count(*) when 1 then 'A booking was' else count(*) || ' bookings were' end
    || ' removed with deleted accounts when a backup was restored.' from ${bookings} where ${activeBooking(userIds)})`;
  return [
    recordTableChanges(db, { what, madeBy: "operator", now }, hasActiveBooking(userIds, now)),
    ...erase(db, userIds, now),
  ] as const;
}
