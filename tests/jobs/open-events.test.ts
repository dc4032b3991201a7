import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { events, venues } from "#app/db/schema.ts";
import { openEvents } from "#app/jobs/open-events.server.ts";
import { addSchedule, endSchedule, listSchedules } from "#app/models/event/schedules.server.ts";
import { openClub } from "#tests/support/club.ts";

const club = openClub();
const now = new Date("2026-10-15T12:00:00Z");
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);

let count = 0;

async function newRule(weeks = 3) {
  const venueId = `rule-venue-${++count}`;
  await club.db
    .insert(venues)
    .values({ id: venueId, name: venueId, address: "Fő utca 1", googleMapsLink: "https://maps.example/" });
  const rule = { venueId, weekday: 5, time: "19:00", capacity: 50, weeks };
  const id = await addSchedule(club.db, rule, now);
  return { id: id ?? "", rule };
}

const run = (moment = now) => openEvents({ db: club.db, env: {} as Env }, moment);

const dinnersAt = (venueId: string) =>
  club.db.select().from(events).where(eq(events.venueId, venueId)).orderBy(asc(events.date));

test("a rule keeps the next weeks open, at its hour on both sides of the end of summer time", async () => {
  const { rule } = await newRule();
  await run();
  const dinners = await dinnersAt(rule.venueId);
  expect(dinners.map(({ date }) => date.toISOString())).toEqual([
    "2026-10-23T17:00:00.000Z",
    "2026-10-30T18:00:00.000Z",
    "2026-11-06T18:00:00.000Z",
  ]);
  for (const { date, closesAt, available, capacity } of dinners) {
    expect(date.getTime() - closesAt.getTime()).toBe(48 * 3_600_000);
    expect([available, capacity]).toEqual([true, 50]);
  }
});

test("ten at once, a minute later and a week later: each dinner is there once", async () => {
  const { rule } = await newRule();
  await Promise.all(Array.from({ length: 10 }, () => run()));
  await run(later(0.001));
  expect(await dinnersAt(rule.venueId)).toHaveLength(3);
  await run(later(7));
  expect(await dinnersAt(rule.venueId)).toHaveLength(4);
});

test("a dinner that was moved or called off is not opened again", async () => {
  const { rule } = await newRule();
  await run();
  const [first, second] = await dinnersAt(rule.venueId);
  const moved = new Date((first?.date.getTime() ?? 0) + 3_600_000);
  await club.db
    .update(events)
    .set({ date: moved })
    .where(eq(events.id, first?.id ?? ""));
  await club.db
    .update(events)
    .set({ available: false, canceledAt: now })
    .where(eq(events.id, second?.id ?? ""));
  await run();
  const dinners = await dinnersAt(rule.venueId);
  expect(dinners).toHaveLength(3);
  expect(dinners.filter(({ available }) => available)).toHaveLength(2);
});

test("a rule that is ended opens nothing more, and there is one at a venue for one hour", async () => {
  const { id, rule } = await newRule();
  expect(await addSchedule(club.db, rule, now)).toBeUndefined();
  await run();
  expect(await endSchedule(club.db, id, now)).toBe(true);
  expect(await endSchedule(club.db, id, now)).toBe(false);
  await run(later(30));
  expect(await dinnersAt(rule.venueId)).toHaveLength(3);
  expect((await listSchedules(club.db)).map((one) => one.id)).not.toContain(id);
  expect(await addSchedule(club.db, rule, now)).toBeDefined();
});

test("a dinner somebody opened by hand at that hour stays the only one", async () => {
  const { rule } = await newRule(1);
  const date = new Date("2026-10-23T17:00:00.000Z");
  await club.db.insert(events).values({
    venueId: rule.venueId,
    date,
    closesAt: new Date(date.getTime() - 48 * 3_600_000),
    capacity: 10,
    available: true,
  });
  await run();
  expect((await dinnersAt(rule.venueId)).map(({ capacity }) => capacity)).toEqual([10]);
});
