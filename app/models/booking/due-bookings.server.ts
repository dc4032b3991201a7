import { eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { isSweepDue, isUpcoming } from "#app/db/conditions.ts";
import { bookings, cities, events, eventVenues, tables } from "#app/db/schema.ts";
import { findEventIds } from "#app/db/statements.ts";
import { eventTimes, feedbackWindow } from "#app/lib/event/event-times.ts";
import { minTableSize, tableSize } from "#app/lib/table-size.ts";
import { dayMs, minuteMs } from "#app/lib/time-units.ts";
import { isBeforeEvent, isUnpaid } from "./booking-conditions.ts";
import { hasPlace } from "./tables.server.ts";

export async function findEventsWithUnpaid(db: Database, now: Date): Promise<string[]> {
  // The planner would read everybody without a seat.
  const found = await db.all<{ id: string }>(sql`select distinct event_id as id
    from ${bookings} indexed by bookings_to_pay where ${isUnpaid(now)} and ${isBeforeEvent(now)}`);
  return found.map(({ id }) => id);
}

/** Events of the next 24 hours, but not of the next three, with diners who have not been reminded. */
export const findEventsToRemind = (db: Database, now: Date) =>
  findEventIds(
    db,
    sql`${events.date} > ${now.getTime() + eventTimes.reminderUntilBeforeMs}
      and ${events.date} <= ${now.getTime() + eventTimes.reminderBeforeMs}
      and exists (select 1 from bookings b
        where b.event_id = "events"."id" and b.reminded_at is null and b.confirmed = 1 and b.canceled = 0)`,
  );

/** Nobody is asked later than this, however long no job ran. */
const askedWithinMs = 3 * dayMs;
const askedUsuallyWithinMs = 2 * dayMs;

/** Events of the day before, by the clock of their city, with diners who were not asked how it was. */
export async function findEventsToAsk(db: Database, now: Date): Promise<string[]> {
  const candidates = await db
    .select({ id: events.id, date: events.date, timeZone: cities.timeZone })
    .from(events)
    .innerJoin(cities, eq(cities.id, events.cityId))
    .where(
      sql`${events.date} > ${now.getTime()} - iif(${isSweepDue(now)}, ${askedWithinMs + 2 * dayMs}, ${askedUsuallyWithinMs})
        and ${events.date} < ${now.getTime()}
        and ${events.canceledAt} is null
        and exists (select 1 from bookings b
          where b.event_id = "events"."id" and b.asked_at is null and b.confirmed = 1 and b.canceled = 0)`,
    )
    .orderBy(events.date);
  return candidates
    .filter(({ date, timeZone }) => {
      const sinceMs = now.getTime() - feedbackWindow(date, timeZone).opensAt.getTime();
      return sinceMs >= 0 && sinceMs < askedWithinMs;
    })
    .map(({ id }) => id);
}

/** A seat that became free is filled before standby ends, unless that fails for long. */
const refillGraceMs = 10 * minuteMs;

/** No job is ever down for longer. */
const standbyEndedWithinMs = 30 * dayMs;

/** Events whose standby is over, or that passed while no job ran, with bookings without a seat. */
export function findEventsToEndStandby(db: Database, now: Date) {
  const isRecent = sql`${events.date} > ${now.getTime() - standbyEndedWithinMs}`;
  const endsBefore = now.getTime() + eventTimes.standbyEndsBeforeMs;
  // Each part has a small index: events of which it is not decided who came, and those without tables.
  return findEventIds(
    db,
    sql`${events.id} in (
      select id from ${events} indexed by events_to_decide
        where ${events.attendanceDecidedAt} is null and ${events.matchedAt} is not null and ${events.canceledAt} is null
          and ${events.date} <= ${endsBefore} and ${isRecent} and ${hasStandby}
          and (${events.date} <= ${endsBefore - refillGraceMs} or not ${hasFreedSeat})
      union all
      select id from ${events} indexed by events_to_match
        where ${events.matchedAt} is null and ${events.canceledAt} is null and ${events.closesAt} <= ${now.getTime()}
          and ${events.date} <= ${now.getTime()} and ${isRecent} and ${hasStandby})`,
  );
}

/** Events with tables at which a seat became free, tables were added, or a table may be too small when standby ends. */
export const findEventsToRefill = (db: Database, now: Date) =>
  findEventIds(
    db,
    // Found by the small index of events to decide on.
    sql`${isUpcoming(now)} and ${events.matchedAt} is not null and ${events.attendanceDecidedAt} is null
      and (${hasFreedSeat} or ${hasAddedTables}
        or (${isSweepDue(now)} and ((${hasStandby} and ${hasFreeSeat}) or (${isForOneMoreTable} and ${hasSpareTable})))
        or (${events.date} <= ${now.getTime() + eventTimes.standbyEndsBeforeMs} and ${hasTableTooSmall}))`,
  );

const hasFreedSeat = sql`exists (select 1 from ${tables} t where t.event_id = "events"."id" and t.seat_freed_at is not null)`;

const hasAddedTables = sql`exists (select 1 from ${eventVenues} v where v.event_id = "events"."id" and v.tables_added_at is not null)`;

/** There are enough diners on standby for another table. */
const isForOneMoreTable = sql`(select count(*) from ${bookings} b
  where b.event_id = "events"."id" and b.confirmed = 0 and b.canceled = 0) >= ${tableSize}`;

const hasSpareTable = sql`exists (select 1 from ${eventVenues} v where v.event_id = "events"."id"
  and v.tables > (select count(*) from ${tables} where event_id = v.event_id and venue_id = v.venue_id and ${hasPlace}))`;

const hasStandby = sql`exists (select 1 from ${bookings} b
  where b.event_id = "events"."id" and b.confirmed = 0 and b.canceled = 0)`;

/** Some, but not all of its seats are taken, in the words of an index. */
const tableWithFreeSeat = sql`${tables} t where t.event_id = "events"."id" and t.closed_at is null and t.taken between 1 and 4`;

const hasFreeSeat = sql`exists (select 1 from ${tableWithFreeSeat} and t.closed_to_newcomers_at is null)`;

const hasTableTooSmall = sql`exists (select 1 from ${tableWithFreeSeat} and t.taken < ${minTableSize})`;
