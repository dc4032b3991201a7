import { eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/client.server.ts";
import { isBlocked, isKeptApart } from "#app/db/conditions.ts";
import { bookings, cities, events, mutualWishes, wishes } from "#app/db/schema.ts";
import { insertWhere, jsonList } from "#app/db/statements.ts";
import { eventTimes, lastTellingTime } from "#app/lib/event/event-times.ts";
import { dayMs, hourMs } from "#app/lib/time-units.ts";
import { listTimeZones } from "#app/models/city/cities.server.ts";
import { queueMeetAgainEmails } from "#app/models/outbox/queue-emails.server.ts";

/** Pairs that were not told by then wait for the next day, so that emails never come at night. */
const tellingLastsMs = 2 * hourMs;

/** Diners may answer as far apart as the form is open. No job may be away for longer than the rest. */
const pairedWithinMs = eventTimes.feedbackForMs + 6 * dayMs;

/** Both wished it by this time, neither avoids the other or is blocked, and they were not told. The same for both directions. */
const isToTell = (by: Date, cityIds: SQL) => {
  const isRecent = (table: SQL) =>
    sql`${table}.created_at <= ${by.getTime()} and ${table}.created_at > ${by.getTime() - pairedWithinMs}`;
  return sql`${isRecent(sql`"wishes"`)}
    and exists (select 1 from ${wishes} back where back.booking_id = ${wishes.otherBookingId}
      and back.other_booking_id = ${wishes.bookingId} and ${isRecent(sql`back`)})
    and exists (select 1 from bookings own join bookings others on others.table_id = own.table_id
      join ${events} on ${events.id} = own.event_id
      where own.id = ${wishes.bookingId} and others.id = ${wishes.otherBookingId}
        and own.canceled = 0 and others.canceled = 0 and ${events.cityId} in ${cityIds}
        and not ${isKeptApart(sql`own.user_id`, sql`others.user_id`)}
        and not ${isBlocked(sql`own.user_id`, by)} and not ${isBlocked(sql`others.user_id`, by)})
    and not exists (select 1 from ${mutualWishes}
      where ${mutualWishes.bookingId} = min(${wishes.bookingId}, ${wishes.otherBookingId})
        and ${mutualWishes.otherBookingId} = max(${wishes.bookingId}, ${wishes.otherBookingId}))`;
};

const isTellingTime = (now: Date, lastTime: Date) => now.getTime() - lastTime.getTime() < tellingLastsMs;

/** Cities where it is the hour, with pairs to tell. */
export async function findCitiesToTell(db: Database, now: Date): Promise<string[]> {
  const zones = await listTimeZones(db);
  const byTime = Map.groupBy(zones, (timeZone) => lastTellingTime(now, timeZone).getTime());
  const found: string[] = [];
  for (const [time, some] of byTime) {
    const lastTime = new Date(time);
    if (!isTellingTime(now, lastTime)) continue;
    const condition = isToTell(
      lastTime,
      sql`(select id from ${cities} where time_zone in ${jsonList(some)})`,
    );
    const rows = await db
      .selectDistinct({ cityId: events.cityId })
      .from(wishes)
      .innerJoin(bookings, eq(bookings.id, wishes.bookingId))
      .innerJoin(events, eq(events.id, bookings.eventId))
      .where(condition);
    found.push(...rows.map(({ cityId }) => cityId));
  }
  return found;
}

/** What the diner of a booking chose to give, or the email address. */
const contactOf = (bookingId: SQLiteColumn) => sql`(select coalesce(said.contact, their_user.email)
  from bookings their join users their_user on their_user.id = their.user_id
    left join feedback said on said.booking_id = their.id where their.id = ${bookingId})`;

/** Writes the pairs of a city and both emails at once; a second run finds them told, and one that comes too late does nothing. */
export async function tellPairs(db: Database, cityId: string, now: Date): Promise<void> {
  const [city] = await db.select({ timeZone: cities.timeZone }).from(cities).where(eq(cities.id, cityId));
  if (!city) return;
  const lastTime = lastTellingTime(now, city.timeZone);
  if (!isTellingTime(now, lastTime)) return;
  const condition = isToTell(lastTime, sql`(${cityId})`);
  const wantsSameTableToo = sql`(select back.wants_same_table from ${wishes} back
    where back.booking_id = ${wishes.otherBookingId} and back.other_booking_id = ${wishes.bookingId})`;
  await db.batch([
    queueMeetAgainEmails(db, now, condition),
    insertWhere(
      db,
      mutualWishes,
      {
        bookingId: sql`${wishes.bookingId}`,
        otherBookingId: sql`${wishes.otherBookingId}`,
        contact: contactOf(wishes.bookingId),
        otherContact: contactOf(wishes.otherBookingId),
        wantSameTable: sql`${wishes.wantsSameTable} and ${wantsSameTableToo}`,
        toldAt: now,
      },
      sql`${wishes.bookingId} < ${wishes.otherBookingId} and ${condition}`,
      wishes,
    ),
  ]);
}
