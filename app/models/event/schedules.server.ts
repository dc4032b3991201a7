import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { runStatements } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { jsonPortions, jsonRows } from "#app/db/json-list.ts";
import { events, schedules, venues } from "#app/db/schema.ts";
import { addEvents } from "./events.server.ts";

export interface NewSchedule {
  venueId: string;
  weekday: number;
  time: string;
  capacity: number;
  weeks: number;
}

/** Returns nothing where the venue has a schedule for that weekday and time. */
export async function addSchedule(
  db: Database,
  schedule: NewSchedule,
  now: Date,
): Promise<string | undefined> {
  const [added] = await db
    .insert(schedules)
    .values({ ...schedule, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: schedules.id });
  return added?.id;
}

export async function endSchedule(db: Database, id: string, now: Date): Promise<boolean> {
  const ended = await db
    .update(schedules)
    .set({ endedAt: now })
    .where(and(eq(schedules.id, id), isNull(schedules.endedAt)))
    .returning({ id: schedules.id });
  return ended.length === 1;
}

export type Schedule = Awaited<ReturnType<typeof listSchedules>>[number];

export async function listSchedules(db: Database) {
  return db
    .select({
      id: schedules.id,
      venueId: schedules.venueId,
      venueName: venues.name,
      timeZone: venues.timeZone,
      weekday: schedules.weekday,
      time: schedules.time,
      capacity: schedules.capacity,
      weeks: schedules.weeks,
    })
    .from(schedules)
    .innerJoin(venues, eq(venues.id, schedules.venueId))
    .where(isNull(schedules.endedAt))
    .orderBy(asc(schedules.weekday), asc(schedules.time), asc(venues.name));
}

interface PlannedEvent {
  scheduleId: string;
  venueId: string;
  date: Date;
  closesAt: Date;
  capacity: number;
}

export async function countUnopenedEvents(db: Database, planned: PlannedEvent[]): Promise<number> {
  const rows = planned.map(({ scheduleId, venueId, date }) => ({
    scheduleId,
    venueId,
    date: date.getTime(),
  }));
  let count = 0;
  for (const some of jsonPortions(rows)) {
    const [found] = await db.all<{ count: number }>(
      sql`select count(*) as count from ${jsonRows(some)} where not exists (select 1 from ${events}
        where (${events.scheduleId} = value ->> 'scheduleId' and ${events.scheduledFor} = value ->> 'date')
          or (${events.venueId} = value ->> 'venueId' and ${events.date} = value ->> 'date'))`,
    );
    count += found?.count ?? 0;
  }
  return count;
}

/** Adds the events that are missing; one that was moved or canceled is not added again. */
export async function openPlannedEvents(db: Database, planned: PlannedEvent[]): Promise<number> {
  const rows = planned.map((event) => ({ ...event, scheduledFor: event.date, available: true }));
  const opened = await runStatements(db, addEvents(db, rows));
  return opened.flat().length;
}
