import { asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { cities } from "#app/db/schema/city.ts";
import { events } from "#app/db/schema/event.ts";
import { venues } from "#app/db/schema/venue.ts";
import { selectEventVenues } from "#app/models/event/event-venues.server.ts";
import { addEvent } from "#app/models/event/events.server.ts";
import { addSchedule, endSchedule, listSchedules } from "#app/models/event/schedules.server.ts";
import { openClub } from "#tests/support/club.ts";
import { newVenue, testCity } from "#tests/support/events.ts";
import { runJob } from "#tests/support/jobs.ts";

const club = openClub();
const now = new Date("2026-10-15T12:00:00Z");
const daysLater = (days: number) => new Date(now.getTime() + days * 86_400_000);

let cityCount = 0;

/** Fridays at 19:00 in a new city with two venues. */
async function createSchedule(weeks = 3) {
  const cityId = `city-${++cityCount}`;
  await club.db.insert(cities).values({ ...testCity, id: cityId, slug: cityId });
  const venueIds = [`venue-a-${cityCount}`, `venue-b-${cityCount}`];
  await club.db.insert(venues).values(venueIds.map((id) => newVenue(id, { cityId })));
  const schedule = {
    cityId,
    weekday: 5,
    time: "19:00",
    weeks,
    venues: venueIds.map((venueId, i) => ({ venueId, tables: 4 + i })),
  };
  const id = await addSchedule(club.db, schedule, now);
  return { id: id ?? "", schedule };
}

const open = (at = now) => runJob("openEvents", { db: club.db, env: {} as Env }, at);

const listEvents = (cityId: string) =>
  club.db.select().from(events).where(eq(events.cityId, cityId)).orderBy(asc(events.date));

test("opens the events of the coming weeks at the schedule's local time, before and after summer time ends", async () => {
  const { schedule } = await createSchedule();
  await open();
  const openedEvents = await listEvents(schedule.cityId);
  expect(openedEvents.map(({ date }) => date.toISOString())).toEqual([
    "2026-10-23T17:00:00.000Z",
    "2026-10-30T18:00:00.000Z",
    "2026-11-06T18:00:00.000Z",
  ]);
  for (const { date, closesAt, available, capacity } of openedEvents) {
    expect(date.getTime() - closesAt.getTime()).toBe(48 * 3_600_000);
    expect([available, capacity]).toEqual([true, 45]);
  }
  for (const { id } of openedEvents)
    expect(
      (await selectEventVenues(club.db, sql`(${id})`)).map(({ venueId, tables }) => ({ venueId, tables })),
    ).toEqual(schedule.venues);
});

test("opens each event once, however many runs overlap, and the next one a week later", async () => {
  const { schedule } = await createSchedule();
  await Promise.all(Array.from({ length: 10 }, () => open()));
  await open(daysLater(0.001));
  expect(await listEvents(schedule.cityId)).toHaveLength(3);
  await open(daysLater(7));
  const openedEvents = await listEvents(schedule.cityId);
  expect(openedEvents.map(({ capacity }) => capacity)).toEqual([45, 45, 45, 45]);
});

test("does not open an event again that was moved or canceled", async () => {
  const { schedule } = await createSchedule();
  await open();
  const [first, second] = await listEvents(schedule.cityId);
  const movedDate = new Date((first?.date.getTime() ?? 0) + 3_600_000);
  await club.db
    .update(events)
    .set({ date: movedDate })
    .where(eq(events.id, first?.id ?? ""));
  await club.db
    .update(events)
    .set({ available: false, canceledAt: now })
    .where(eq(events.id, second?.id ?? ""));
  await open();
  const openedEvents = await listEvents(schedule.cityId);
  expect(openedEvents).toHaveLength(3);
  expect(openedEvents.filter(({ available }) => available)).toHaveLength(2);
});

test("opens nothing for an ended schedule, and a city has one active schedule for a weekday and time", async () => {
  const { id, schedule } = await createSchedule();
  expect(await addSchedule(club.db, schedule, now)).toBeUndefined();
  await open();
  expect(await endSchedule(club.db, id, now)).toBe(true);
  expect(await endSchedule(club.db, id, now)).toBe(false);
  await open(daysLater(30));
  expect(await listEvents(schedule.cityId)).toHaveLength(3);
  expect((await listSchedules(club.db)).map((listed) => listed.id)).not.toContain(id);
  expect(await addSchedule(club.db, schedule, now)).toBeDefined();
});

test("opens one event where two schedules mean the same moment, when summer time begins", async () => {
  const { schedule } = await createSchedule();
  const [venue] = schedule.venues;
  const beforeSummer = new Date("2027-03-20T12:00:00Z");
  for (const time of ["02:30", "03:30"])
    await addSchedule(
      club.db,
      { ...schedule, weekday: 7, time, weeks: 1, venues: venue ? [venue] : [] },
      beforeSummer,
    );
  await open(beforeSummer);
  await open(beforeSummer);
  const night = (await listEvents(schedule.cityId)).filter(({ date }) => date.getUTCDay() === 0);
  expect(night.map(({ date }) => date.toISOString())).toEqual(["2027-03-28T01:30:00.000Z"]);
});

test("opens no second event beside one that an operator added in the same city and at the same time", async () => {
  const { schedule } = await createSchedule(1);
  const date = new Date("2026-10-23T17:00:00.000Z");
  const venue = { venueId: schedule.venues[0]?.venueId ?? "", tables: 2 };
  const closesAt = new Date(date.getTime() - 48 * 3_600_000);
  await addEvent(club.db, { cityId: schedule.cityId, date, closesAt, venues: [venue] });
  await open();
  expect((await listEvents(schedule.cityId)).map(({ capacity }) => capacity)).toEqual([10]);
});

test.each(["moved", "canceled"])(
  "an event that an operator has added at the time of a schedule does not come again when it is %s",
  async (what) => {
    const { schedule } = await createSchedule(1);
    const date = new Date("2026-10-23T17:00:00.000Z");
    const closesAt = new Date(date.getTime() - 48 * 3_600_000);
    const venues = [{ venueId: schedule.venues[0]?.venueId ?? "", tables: 2 }];
    const id = (await addEvent(club.db, { cityId: schedule.cityId, date, closesAt, venues })) ?? "";
    await club.db
      .update(events)
      .set(what === "moved" ? { date: new Date(date.getTime() + 3_600_000) } : { canceledAt: now })
      .where(eq(events.id, id));
    await open();
    expect(await listEvents(schedule.cityId)).toHaveLength(1);
  },
);

test("a dinner that was canceled does not come again when its schedule is replaced by another", async () => {
  const { id, schedule } = await createSchedule();
  await open();
  const [first] = await listEvents(schedule.cityId);
  await club.db
    .update(events)
    .set({ canceledAt: now })
    .where(eq(events.id, first?.id ?? ""));
  await endSchedule(club.db, id, now);
  await addSchedule(club.db, { ...schedule, weeks: 4 }, now);
  await open();
  const opened = await listEvents(schedule.cityId);
  expect(opened.map(({ canceledAt }) => canceledAt === null)).toEqual([false, true, true, true]);
});

test("goes on opening events after a run as if it were weeks later", async () => {
  const { schedule } = await createSchedule();
  await open(daysLater(30));
  const { length } = await listEvents(schedule.cityId);
  await open();
  expect(await listEvents(schedule.cityId)).toHaveLength(length + 3);
});
