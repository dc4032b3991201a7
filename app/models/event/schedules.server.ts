import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { isUpcoming } from "#app/db/conditions.ts";
import { cities, events, schedules, scheduleVenues, venues } from "#app/db/schema.ts";
import { insertRows, insertWhere, jsonList, jsonPortions, jsonRows } from "#app/db/statements.ts";
import { eventTimes, isAtWeeklyTime, timeBefore, type Weekly } from "#app/lib/event/event-times.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { areVenuesOf, copyScheduleVenues, type VenueTables } from "./event-venues.server.ts";
import { addEvents, isCityFree } from "./events.server.ts";

interface NewSchedule {
  cityId: string;
  weekday: number;
  time: string;
  weeks: number;
  every?: number;
  firstAt?: Date | null;
  skipped?: number[];
  venues: VenueTables[];
}

/** Returns undefined if the city has a schedule for that weekday and time, or a venue is not in the city. */
export async function addSchedule(
  db: Database,
  { venues: scheduled, ...schedule }: NewSchedule,
  now: Date,
): Promise<string | undefined> {
  const id = crypto.randomUUID();
  const exists = sql`exists (select 1 from ${schedules} where ${schedules.id} = ${id})`;
  const venueIds = scheduled.map(({ venueId }) => venueId);
  const rows = scheduled.map((venue) => ({ ...venue, scheduleId: id }));
  const [added = []] = await db.batch([
    insertWhere(db, schedules, { id, ...schedule, createdAt: now }, areVenuesOf(schedule.cityId, venueIds))
      .onConflictDoNothing()
      .returning({ id: schedules.id }),
    ...insertRows(db, scheduleVenues, rows, exists),
  ]);
  return (added as { id: string }[])[0]?.id;
}

export const addSchedules = (
  db: Database,
  rows: (typeof schedules.$inferInsert)[],
  scheduled: (typeof scheduleVenues.$inferInsert)[],
  condition?: SQL,
) => [...insertRows(db, schedules, rows, condition), ...insertRows(db, scheduleVenues, scheduled, condition)];

export async function endSchedule(db: Database, id: string, now: Date): Promise<boolean> {
  const ended = await db
    .update(schedules)
    .set({ endedAt: now })
    .where(and(eq(schedules.id, id), isNull(schedules.endedAt)))
    .returning({ id: schedules.id });
  return ended.length === 1;
}

/** Applies to the events that it opens from now on. Returns false if it has ended, or a venue is not in its city. */
export async function editSchedule(
  db: Database,
  { id, cityId }: { id: string; cityId: string },
  { venues: scheduled, ...rhythm }: { venues: VenueTables[]; every: number; firstAt: Date | null },
): Promise<boolean> {
  const venueIds = scheduled.map(({ venueId }) => venueId);
  const canChange = sql`exists (select 1 from ${schedules} where ${schedules.id} = ${id} and ${schedules.endedAt} is null)
    and ${areVenuesOf(cityId, venueIds)}`;
  const rows = scheduled.map((venue) => ({ ...venue, scheduleId: id }));
  const { last } = await db.batch([
    db.delete(scheduleVenues).where(sql`${scheduleVenues.scheduleId} = ${id} and ${canChange}`),
    ...insertRows(db, scheduleVenues, rows, canChange),
    db
      .update(schedules)
      .set({ ...rhythm, planAt: new Date(0) })
      .where(sql`${schedules.id} = ${id} and ${canChange}`),
    db.select({ id: schedules.id }).from(schedules).where(sql`${schedules.id} = ${id} and ${canChange}`),
  ]);
  return last.length === 1;
}

interface WeeklyTime extends Omit<Weekly, "weeks"> {
  cityId: string;
}

/** How many events of the city are open at this time of the week, whatever opened them. */
export async function countEventsAtTime(
  db: Database,
  { cityId, ...weekly }: WeeklyTime,
  now: Date,
  until?: Date,
): Promise<number> {
  const found = await db
    .select({ date: events.date })
    .from(events)
    .where(sql`${events.cityId} = ${cityId} and ${isUpcoming(now)} and ${events.matchedAt} is null`);
  return found.filter(({ date }) => isAtWeeklyTime(date, weekly) && (!until || date < until)).length;
}

const hasNotEnded = sql`${schedules.endedAt} is null`;

export const listCitySchedules = (db: Database, cityId: string) =>
  listSchedules(db, sql`${hasNotEnded} and ${schedules.cityId} = ${cityId}`);

export async function findRunningSchedule(db: Database, id: string) {
  const [found] = await listSchedules(db, sql`${hasNotEnded} and ${schedules.id} = ${id}`);
  return found;
}

export async function listSchedules(db: Database, condition = hasNotEnded) {
  const [found, scheduled] = await db.batch([
    db
      .select({
        id: schedules.id,
        cityId: schedules.cityId,
        cityName: cities.name,
        timeZone: cities.timeZone,
        country: cities.country,
        weekday: schedules.weekday,
        time: schedules.time,
        weeks: schedules.weeks,
        every: schedules.every,
        firstAt: schedules.firstAt,
        skipped: schedules.skipped,
        pausedUntil: schedules.pausedUntil,
        pausedBecause: schedules.pausedBecause,
      })
      .from(schedules)
      .innerJoin(cities, eq(cities.id, schedules.cityId))
      .where(condition)
      .orderBy(asc(cities.name), asc(schedules.weekday), asc(schedules.time)),
    db
      .select({
        scheduleId: scheduleVenues.scheduleId,
        venueId: scheduleVenues.venueId,
        name: venues.name,
        tables: scheduleVenues.tables,
      })
      .from(scheduleVenues)
      .innerJoin(venues, eq(venues.id, scheduleVenues.venueId))
      .innerJoin(schedules, and(eq(schedules.id, scheduleVenues.scheduleId), condition))
      .orderBy(asc(venues.name), asc(venues.id)),
  ]);
  const bySchedule = Map.groupBy(scheduled, ({ scheduleId }) => scheduleId);
  return found.map((schedule) => ({
    ...schedule,
    venues: (bySchedule.get(schedule.id) ?? []).map(({ scheduleId: _, ...venue }) => venue),
  }));
}

interface PlannedEvent {
  scheduleId: string;
  cityId: string;
  date: Date;
  closesAt: Date;
}

/** When summer time begins, two schedules of a city can mean the same moment. */
const oneAtATime = (planned: PlannedEvent[]) =>
  [...Map.groupBy(planned, ({ cityId, date }) => `${cityId} ${date.getTime()}`).values()].flatMap(
    ([first]) => first ?? [],
  );

export async function countUnopenedEvents(db: Database, planned: PlannedEvent[]): Promise<number> {
  const rows = oneAtATime(planned).map(({ scheduleId, cityId, date }) => ({
    scheduleId,
    cityId,
    date: date.getTime(),
  }));
  let count = 0;
  for (const some of jsonPortions(rows)) {
    const [found] = await db.all<{ count: number }>(
      sql`select count(*) as count from ${jsonRows(some)} where ${wasNeverPlanned} and ${isCityFree}`,
    );
    count += found?.count ?? 0;
  }
  return count;
}

/** An event may have been moved away, so that another one has its place. */
const planAgainAfterMs = dayMs;

/** When another week begins for a schedule, and at the latest in a day. */
const nextPlanning = (firstDate: Date, now: Date) =>
  Math.min(timeBefore(firstDate, eventTimes.closesBeforeMs).getTime(), now.getTime() + planAgainAfterMs);

/** An operator may have run the job as if it were later. */
const selectDue = (now: Date) => {
  const select = sql`select id from ${schedules} where ended_at is null`;
  return sql`${select} and plan_at <= ${now.getTime()}
    union all ${select} and plan_at > ${now.getTime() + planAgainAfterMs}`;
};

export async function hasPlanningDue(db: Database, now: Date): Promise<boolean> {
  const found = await db.all(sql`${selectDue(now)} limit 1`);
  return found.length > 0;
}

export const listSchedulesToPlan = (db: Database, now: Date) =>
  listSchedules(db, sql`${schedules.id} in (${selectDue(now)})`);

/** `planned` has the events of each schedule in the order of their dates; one that is not every week may have none. */
export async function markPlanned(
  db: Database,
  scheduleIds: readonly string[],
  planned: PlannedEvent[],
  now: Date,
): Promise<void> {
  const bySchedule = Map.groupBy(planned, ({ scheduleId }) => scheduleId);
  const rows = scheduleIds.map((id) => ({
    id,
    planAt: nextPlanning(
      bySchedule.get(id)?.[0]?.date ?? new Date(now.getTime() + planAgainAfterMs + eventTimes.closesBeforeMs),
      now,
    ),
  }));
  await db.batch(
    jsonPortions(rows).map((some) =>
      db
        .update(schedules)
        .set({
          planAt: sql`(select value ->> 'planAt' from ${jsonRows(some)} where value ->> 'id' = ${schedules.id})`,
        })
        .where(sql`${schedules.id} in (select value ->> 'id' from ${jsonRows(some)})`),
    ),
  );
}

/** The next run of the job then opens events, even if none is due. */
export async function forgetPlanning(db: Database): Promise<void> {
  await db
    .update(schedules)
    .set({ planAt: new Date(0) })
    .where(isNull(schedules.endedAt));
}

/** For rows of `jsonRows` with `scheduleId`, `cityId` and `date`. */
const wasNeverPlanned = sql`not exists (select 1 from ${events} where city_id = value ->> 'cityId'
  and scheduled_for = value ->> 'date')
  and not exists (select 1 from schedules s where s.id = value ->> 'scheduleId' and (s.paused_until > value ->> 'date'
    or value ->> 'date' in (select skip.value from json_each(s.skipped) skip)))`;

interface Skip {
  id: string;
  cityId: string;
  date: Date;
  now: Date;
}

/** The events of these dates that the city has opened and not canceled since, by date. */
export async function listOpened(db: Database, cityId: string, dates: Date[]): Promise<Map<number, string>> {
  const found = await db
    .select({ id: events.id, scheduledFor: events.scheduledFor, canceledAt: events.canceledAt })
    .from(events)
    .where(
      sql`${events.cityId} = ${cityId} and ${events.scheduledFor} in ${jsonList(dates.map((date) => date.getTime()))}`,
    );
  return new Map(
    found.map(({ id, scheduledFor, canceledAt }) => [scheduledFor?.getTime() ?? 0, canceledAt ? "" : id]),
  );
}

/** Returns false if the schedule has ended, or has opened its event of this date. */
export async function skipDate(db: Database, { id, cityId, date, now }: Skip): Promise<boolean> {
  const skipped = await db
    .update(schedules)
    .set({
      skipped: sql`(select json_group_array(value) from (select value from json_each(${schedules.skipped})
        where value > ${now.getTime()} union select ${date.getTime()}))`,
    })
    .where(
      sql`${schedules.id} = ${id} and ${hasNotEnded} and not exists (select 1 from ${events}
        where ${events.cityId} = ${cityId} and ${events.scheduledFor} = ${date.getTime()})`,
    )
    .returning({ id: schedules.id });
  return skipped.length === 1;
}

/** The cron opens the date within a minute if it is due. Returns false if it was not skipped. */
export async function openSkippedDate(db: Database, id: string, date: Date): Promise<boolean> {
  const opened = await db
    .update(schedules)
    .set({
      skipped: sql`(select json_group_array(value) from json_each(${schedules.skipped}) where value <> ${date.getTime()})`,
      planAt: new Date(0),
    })
    .where(
      sql`${schedules.id} = ${id} and ${hasNotEnded}
        and ${date.getTime()} in (select value from json_each(${schedules.skipped}))`,
    )
    .returning({ id: schedules.id });
  return opened.length === 1;
}

/** Returns false if the schedule has ended. */
export async function pauseSchedule(
  db: Database,
  { id, until, because }: { id: string; until: Date; because: string },
): Promise<boolean> {
  const paused = await db
    .update(schedules)
    .set({ pausedUntil: until, pausedBecause: because, planAt: new Date(0) })
    .where(and(eq(schedules.id, id), hasNotEnded))
    .returning({ id: schedules.id });
  return paused.length === 1;
}

/** Returns false if the schedule is not paused. */
export async function resumeSchedule(db: Database, id: string): Promise<boolean> {
  const resumed = await db
    .update(schedules)
    .set({ pausedUntil: null, pausedBecause: null, planAt: new Date(0) })
    .where(sql`${schedules.id} = ${id} and ${hasNotEnded} and ${schedules.pausedUntil} is not null`)
    .returning({ id: schedules.id });
  return resumed.length === 1;
}

/** Adds the events that are missing; one that was moved or canceled is not added again. */
export async function openPlannedEvents(db: Database, planned: PlannedEvent[]): Promise<number> {
  const rows = oneAtATime(planned).map((event) => ({
    ...event,
    id: crypto.randomUUID(),
    scheduledFor: event.date,
    available: true,
  }));
  const insertions = addEvents(db, rows, wasNeverPlanned);
  const results = await db.batch([
    ...insertions,
    ...jsonPortions(rows.map(({ id }) => id)).map((ids) => copyScheduleVenues(db, jsonList(ids))),
  ]);
  return results.slice(0, insertions.length).flat().length;
}
