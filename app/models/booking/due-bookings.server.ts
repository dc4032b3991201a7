import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events, profiles, tables, users, venues } from "#app/db/schema.ts";
import { eventTimes } from "#app/lib/event-times.ts";
import { tableSize } from "#app/lib/table-size.ts";

const columns = {
  bookingId: bookings.id,
  tableId: bookings.tableId,
  eventId: bookings.eventId,
  email: users.email,
  firstName: profiles.firstName,
  wantsReminders: profiles.wantsReminders,
  date: events.date,
  timeZone: venues.timeZone,
  venueName: venues.name,
  venueAddress: venues.address,
  mapsLink: venues.googleMapsLink,
};

const selectDueBookings = (db: Database) =>
  db
    .select(columns)
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(venues, eq(venues.id, events.venueId))
    .innerJoin(users, eq(users.id, bookings.userId))
    .innerJoin(profiles, eq(profiles.id, bookings.userId));

const startsWithin = (aheadMs: number, now: Date) =>
  sql`${events.date} > ${now.getTime()} and ${events.date} <= ${now.getTime() + aheadMs}`;

export async function findUnremindedBookings(db: Database, now: Date) {
  return selectDueBookings(db)
    .where(
      and(
        startsWithin(eventTimes.reminderBeforeMs, now),
        eq(bookings.confirmed, true),
        eq(bookings.canceled, false),
        sql`${bookings.remindedAt} is null`,
      ),
    )
    .orderBy(asc(profiles.firstName));
}

/** Bookings without a seat when standby ends, or whose event passed while no job ran. */
export async function findEndedStandby(db: Database, now: Date) {
  return selectDueBookings(db).where(
    and(
      eq(bookings.confirmed, false),
      eq(bookings.canceled, false),
      sql`${events.date} <= ${now.getTime() + eventTimes.standbyEndsBeforeMs}
        and (${events.matchedAt} is not null or ${events.date} <= ${now.getTime()})`,
    ),
  );
}

/** Events whose tables are made, where a seat is free and somebody is on standby, or a table may be too small. */
export async function findEventsToRefill(db: Database, now: Date): Promise<string[]> {
  const at = now.getTime();
  const rows = await db.all<{ id: string }>(
    sql`select id from ${events} where date > ${at} and matched_at is not null
      and exists (select 1 from ${tables} where event_id = ${events.id}
        and (select count(*) from ${bookings} where table_id = ${tables.id} and canceled = 0)
          between 1 and ${tableSize - 1})
      and (date <= ${at + eventTimes.standbyEndsBeforeMs} or exists (select 1 from ${bookings}
        where event_id = ${events.id} and standby = 1 and canceled = 0 and table_id is null))`,
  );
  return rows.map(({ id }) => id);
}
