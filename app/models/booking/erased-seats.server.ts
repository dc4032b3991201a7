import { lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { accountKeys, bookings, erasedSeats, events, users } from "#app/db/schema.ts";
import { insertWhere } from "#app/db/statements.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";

/** A statement for the batch that erases users, before they are deleted: of this evening, and of dinners that can be spoken of. */
export const keepSeats = (db: Database, userIds: SQL, now: Date) =>
  insertWhere(
    db,
    erasedSeats,
    {
      id: sql`${bookings.id}`,
      userId: bookings.userId,
      tableId: sql`${bookings.tableId}`,
      keptUntil: sql`${events.date} + ${keptMs.erasedSeat}`,
    },
    // Without a key nobody could be recognized who comes back, so the form would promise too much.
    sql`${bookings.userId} in ${userIds}
      and exists (select 1 from ${accountKeys} where ${accountKeys.userId} = ${bookings.userId}) and ${bookings.tableId} is not null and ${bookings.confirmed} = 1
      and ${bookings.canceled} = 0 and ${events.canceledAt} is null and +${events.date} > ${now.getTime() - keptMs.erasedSeat}
      and +${events.date} <= ${now.getTime() + eventTimes.eveningBeginsBeforeMs}`,
    sql`${bookings} join ${events} on ${events.id} = ${bookings.eventId}`,
  ).onConflictDoNothing();

export const hasErasedSeat = (userId: SQL, now: Date) =>
  sql`exists (select 1 from ${erasedSeats} where user_id = ${userId} and kept_until > ${now.getTime()})`;

/** A query of the people who have not come back. */
export const ownersOfOldSeats = (now: Date) =>
  sql`(select user_id from ${erasedSeats} where kept_until <= ${now.getTime()}
    and not exists (select 1 from ${users} where id = user_id))`;

/** A statement for the batch in which somebody comes back with another account. */
export const passErasedSeats = (db: Database, from: SQL, to: SQL) =>
  db.update(erasedSeats).set({ userId: to }).where(sql`${erasedSeats.userId} in ${from}`);

export const deleteOldSeats = (db: Database, now: Date) =>
  db.delete(erasedSeats).where(lte(erasedSeats.keptUntil, now));
