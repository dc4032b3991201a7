import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events, tables } from "#app/db/schema.ts";
import { eventTimes } from "#app/lib/event-times.ts";
import { type Email, queueEmail } from "#app/models/outbox/outbox.server.ts";

/** Dinners with tables made, not yet begun, where a chair is free and somebody waits for one, or a table is too small. */
export async function findEventsToRefill(db: Database, now: Date): Promise<string[]> {
  const at = now.getTime();
  const rows = await db.all<{
    id: string;
  }>(sql`select id from ${events} where date > ${at} and matched_at is not null
    and exists (select 1 from ${tables} where event_id = ${events.id}
      and (select count(*) from ${bookings} where table_id = ${tables.id} and canceled = 0) between 1 and 4)
    and (date <= ${at + eventTimes.standbyEndsBeforeMs} or exists (select 1 from ${bookings}
      where event_id = ${events.id} and standby = 1 and canceled = 0 and table_id is null))`);
  return rows.map(({ id }) => id);
}

interface Move {
  bookingId: string;
  /** The table they leave, if they sit at one. */
  from: string | null;
  to: string;
  /** What that table shares with them at it. */
  shares: string[];
  mail: Email;
}

interface SeatChange {
  bookingId: string;
  to: string;
  shares: string[];
}

/** For a batch: the diner at that table, while the condition holds, and what it shares with them at it. */
export const seatStatements = (db: Database, { bookingId, to, shares }: SeatChange, open: SQL) =>
  [
    db
      .update(bookings)
      .set({
        tableId: to,
        confirmed: true,
        standby: false,
        remindedAt: null,
        sequence: sql`${bookings.sequence} + 1`,
      })
      .where(open)
      .returning({ id: bookings.id }),
    db
      .update(tables)
      .set({ shares })
      .where(
        sql`${tables.id} = ${to} and exists (select 1 from ${bookings}
          where ${bookings.id} = ${bookingId} and ${bookings.tableId} = ${to} and ${bookings.canceled} = 0)`,
      ),
  ] as const;

/** Gives a free chair to one diner, with the mail that says so: while there is one, and they are where they were. */
export async function seatFromStandby(
  db: Database,
  { bookingId, from, to, shares, mail }: Move,
  now: Date,
): Promise<boolean> {
  const open = sql`${bookings.id} = ${bookingId} and ${bookings.canceled} = 0 and ${bookings.tableId} is ${from}
    and (select count(*) from bookings others where others.table_id = ${to} and others.canceled = 0) < 5`;
  const [, moved] = await db.batch([
    queueEmail(db, mail, now, sql`exists (select 1 from ${bookings} where ${open})`),
    ...seatStatements(db, { bookingId, to, shares }, open),
  ]);
  return moved.length === 1;
}
