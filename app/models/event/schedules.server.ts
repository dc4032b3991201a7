import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { events, schedules, venues } from "#app/db/schema.ts";

export interface NewSchedule {
  venueId: string;
  weekday: number;
  time: string;
  capacity: number;
  weeks: number;
}

/** Its id; nothing where this venue has a rule for that hour already. */
export async function addSchedule(db: Database, rule: NewSchedule, now: Date): Promise<string | undefined> {
  const [added] = await db
    .insert(schedules)
    .values({ ...rule, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: schedules.id });
  return added?.id;
}

/** No further dinners; those that stand stay. Whether there was such a rule. */
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

/** How many of them openDinners would open. */
export async function countUnopened(db: Database, planned: PlannedEvent[]): Promise<number> {
  const rows = planned.map(({ scheduleId, venueId, date }) => ({
    ruleId: scheduleId,
    venueId,
    date: date.getTime(),
  }));
  const [found] = await db.all<{ count: number }>(
    sql`select count(*) as count from json_each(${JSON.stringify(rows)}) where not exists (select 1 from ${events}
      where (${events.scheduleId} = value ->> 'scheduleId' and ${events.scheduledFor} = value ->> 'date')
        or (${events.venueId} = value ->> 'venueId' and ${events.date} = value ->> 'date'))`,
  );
  return found?.count ?? 0;
}

/** Opens those that are not there: not again where one was moved or called off, nor where another stands at that hour. */
export async function openPlannedEvents(db: Database, planned: PlannedEvent[]): Promise<number> {
  const rows = planned.map((one) => ({
    ...one,
    id: crypto.randomUUID(),
    date: one.date.getTime(),
    closesAt: one.closesAt.getTime(),
  }));
  const opened = await db
    .insert(events)
    .select(
      sql`select value ->> 'id', value ->> 'venueId', value ->> 'date', value ->> 'closesAt', value ->> 'capacity',
        1, null, null, null, null, value ->> 'scheduleId', value ->> 'date' from json_each(${JSON.stringify(rows)}) where 1`,
    )
    .onConflictDoNothing()
    .returning({ id: events.id });
  return opened.length;
}
