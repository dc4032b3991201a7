import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { events, venues } from "#app/db/schema.ts";
import { addSchedule, endSchedule, listSchedules } from "#app/models/event/schedules.server.ts";
import { openClub } from "#tests/support/club.ts";
import { runJob } from "#tests/support/jobs.ts";

const club = openClub();
const now = new Date("2026-10-15T12:00:00Z");
const daysLater = (days: number) => new Date(now.getTime() + days * 86_400_000);

let venueCount = 0;

/** Fridays at 19:00 at a new venue. */
async function createSchedule(weeks = 3) {
  const venueId = `venue-${++venueCount}`;
  await club.db
    .insert(venues)
    .values({ id: venueId, name: venueId, address: "Fő utca 1", googleMapsLink: "https://maps.example/" });
  const schedule = { venueId, weekday: 5, time: "19:00", capacity: 50, weeks };
  const id = await addSchedule(club.db, schedule, now);
  return { id: id ?? "", schedule };
}

const open = (at = now) => runJob("openEvents", { db: club.db, env: {} as Env }, at);

const listEvents = (venueId: string) =>
  club.db.select().from(events).where(eq(events.venueId, venueId)).orderBy(asc(events.date));

test("opens the events of the coming weeks at the schedule's local time, before and after summer time ends", async () => {
  const { schedule } = await createSchedule();
  await open();
  const openedEvents = await listEvents(schedule.venueId);
  expect(openedEvents.map(({ date }) => date.toISOString())).toEqual([
    "2026-10-23T17:00:00.000Z",
    "2026-10-30T18:00:00.000Z",
    "2026-11-06T18:00:00.000Z",
  ]);
  for (const { date, closesAt, available, capacity } of openedEvents) {
    expect(date.getTime() - closesAt.getTime()).toBe(48 * 3_600_000);
    expect([available, capacity]).toEqual([true, 50]);
  }
});

test("opens each event once, however many runs overlap, and the next one a week later", async () => {
  const { schedule } = await createSchedule();
  await Promise.all(Array.from({ length: 10 }, () => open()));
  await open(daysLater(0.001));
  expect(await listEvents(schedule.venueId)).toHaveLength(3);
  await open(daysLater(7));
  expect(await listEvents(schedule.venueId)).toHaveLength(4);
});

test("does not open an event again that was moved or canceled", async () => {
  const { schedule } = await createSchedule();
  await open();
  const [first, second] = await listEvents(schedule.venueId);
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
  const openedEvents = await listEvents(schedule.venueId);
  expect(openedEvents).toHaveLength(3);
  expect(openedEvents.filter(({ available }) => available)).toHaveLength(2);
});

test("opens nothing for an ended schedule, and a venue has one active schedule for a weekday and time", async () => {
  const { id, schedule } = await createSchedule();
  expect(await addSchedule(club.db, schedule, now)).toBeUndefined();
  await open();
  expect(await endSchedule(club.db, id, now)).toBe(true);
  expect(await endSchedule(club.db, id, now)).toBe(false);
  await open(daysLater(30));
  expect(await listEvents(schedule.venueId)).toHaveLength(3);
  expect((await listSchedules(club.db)).map((listed) => listed.id)).not.toContain(id);
  expect(await addSchedule(club.db, schedule, now)).toBeDefined();
});

test("opens no second event beside one that an operator added at the same venue and time", async () => {
  const { schedule } = await createSchedule(1);
  const date = new Date("2026-10-23T17:00:00.000Z");
  await club.db.insert(events).values({
    venueId: schedule.venueId,
    date,
    closesAt: new Date(date.getTime() - 48 * 3_600_000),
    capacity: 10,
    available: true,
  });
  await open();
  expect((await listEvents(schedule.venueId)).map(({ capacity }) => capacity)).toEqual([10]);
});
