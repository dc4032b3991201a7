import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#app/db/client.server.ts";
import { pairs } from "#app/db/schema.ts";
import { weekOf } from "#app/lib/dates.ts";
import { dayMs, weekMs } from "#app/lib/time-units.ts";
import { loadEventFigures, sumFigures } from "#app/models/figures/event-figures.server.ts";
import { loadEmailWaits, loadWeightHistories } from "#app/models/figures/report-figures.server.ts";
import { viennaCity } from "#tests/support/cities.ts";
import { testCity } from "#tests/support/events.ts";
import { addPastSeason, dinnerFigures, worstScoreOf } from "#tests/support/past-season.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const now = new Date("2026-11-22T12:00:00Z");
const longAgo = new Date(0);

let club: { binding: D1Database; db: Database; close(): Promise<void> };
beforeAll(async () => {
  const database = await openTestDatabase();
  club = { ...database, db: openDatabase(database.binding) };
  const { diners } = await addPastSeason(club, { dinners: 10, lastDaysAgo: 2, now });
  await addPastSeason(club, { dinners: 3, lastDaysAgo: 2, now, city: viennaCity, diners: diners.slice(20) });
});
afterAll(() => club.close());

test("says of each dinner what became of its bookings, in the order of the dates", async () => {
  const found = await loadEventFigures(club.db, { from: longAgo, to: now, cityId: testCity.id });
  expect(found).toHaveLength(10);
  expect(found.map(({ date }) => date)).toEqual(found.map(({ date }) => date).toSorted((a, b) => a - b));
  expect(found[3]).toMatchObject({
    cityId: testCity.id,
    capacity: dinnerFigures.capacity,
    booked: dinnerFigures.booked,
    seated: dinnerFigures.seated,
    came: dinnerFigures.came,
    noShows: dinnerFigures.noShows,
    lateCancels: dinnerFigures.lateCancels,
    standby: { "left over": 1, diet: 1 },
    deposits: [{ currency: "huf", keptCount: 1, kept: 300_000, refundedCount: 1, refunded: 300_000 }],
    ratingCount: dinnerFigures.answers,
    ratingSum: dinnerFigures.ratingSum,
    scores: {
      tableCount: 2,
      mean: (worstScoreOf(3) + 66.5) / 2,
      worst: worstScoreOf(3),
      floor: dinnerFigures.floor,
      belowFloor: 0,
    },
  });
  expect(found.filter(({ scores }) => scores?.belowFloor === 1)).toHaveLength(4);
});

test("a period has its first moment and not its last", async () => {
  const all = await loadEventFigures(club.db, { from: longAgo, to: now });
  const [first, second] = all.filter(({ cityId }) => cityId === testCity.id);
  const from = new Date(first?.date ?? 0);
  const to = new Date(second?.date ?? 0);
  expect((await loadEventFigures(club.db, { from, to })).map(({ eventId }) => eventId)).toEqual([
    first?.eventId,
  ]);
});

test("sums of all cities keep currencies apart", async () => {
  const all = await loadEventFigures(club.db, { from: longAgo, to: now });
  const sums = sumFigures(all);
  expect(sums).toMatchObject({
    events: 13,
    booked: 13 * dinnerFigures.booked,
    came: 13 * dinnerFigures.came,
    seatedOfDecided: 13 * dinnerFigures.seated,
    onStandby: 13 * dinnerFigures.onStandby,
    ratingMean: 4,
  });
  expect(sums.deposits.map(({ currency, keptCount }) => [currency, keptCount])).toEqual([
    ["eur", 3],
    ["huf", 10],
  ]);
});

test("who came is not known before it is decided", async () => {
  const [last] = (await loadEventFigures(club.db, { from: longAgo, to: now })).slice(-1);
  const set = (value: string) =>
    club.binding
      .prepare(`UPDATE events SET attendance_decided_at = ${value} WHERE id = ?`)
      .bind(last?.eventId)
      .run();
  await set("NULL");
  const all = await loadEventFigures(club.db, { from: longAgo, to: now });
  expect(all.at(-1)).toMatchObject({ came: null, seated: dinnerFigures.seated });
  expect(sumFigures(all)).toMatchObject({
    seated: 13 * dinnerFigures.seated,
    seatedOfDecided: 12 * dinnerFigures.seated,
    came: 12 * dinnerFigures.came,
  });
  await set("1");
});

test("who comes again within four weeks is counted once these are over, by hand the same", async () => {
  const all = await loadEventFigures(club.db, { from: longAgo, to: now });
  const { results } = await club.binding
    .prepare(
      `SELECT user_id AS userId, event_id AS eventId, date FROM bookings JOIN events ON events.id = event_id
        WHERE confirmed = 1 AND canceled = 0 AND attendance IS NOT 'no-show'`,
    )
    .all<{ userId: string; eventId: string; date: number }>();
  for (const { eventId, date, returned } of all) {
    const isOver = date <= now.getTime() - 4 * weekMs;
    const again = results.filter(
      (own) =>
        own.eventId === eventId &&
        results.some(
          (other) => other.userId === own.userId && other.date > date && other.date <= date + 4 * weekMs,
        ),
    );
    expect(returned, eventId).toBe(isOver ? again.length : null);
  }
  expect(all.some(({ returned }) => (returned ?? 0) > 0)).toBe(true);
  for (const [cityId, events] of Map.groupBy(all, (event) => event.cityId))
    expect(await loadEventFigures(club.db, { from: longAgo, to: now, cityId })).toEqual(events);
});

test("emails waited from the change until they were sent: the median and 95 of 100, by week", async () => {
  const from = new Date(weekOf(new Date(now.getTime() - 2 * weekMs), "UTC"));
  const waits = await loadEmailWaits(club.db, { from, to: now });
  expect(waits).toHaveLength(3);
  for (const wait of waits) {
    expect((wait.week - from.getTime()) % weekMs).toBe(0);
    // Ten emails of each dinner waited 1 to 10 seconds; in these weeks both cities have one.
    expect(wait).toMatchObject({ priority: 2, count: 20, medianMs: 5_000, mostMs: 10_000 });
  }
});

test("weights are those of the operator, and then what was learned", async () => {
  const before = await loadWeightHistories(club.db);
  expect(before.length).toBeGreaterThan(5);
  expect(before.every(({ changes }) => changes.length === 0)).toBe(true);
  const { results } = await club.binding
    .prepare("SELECT id, question FROM quiz_questions WHERE rule <> 'ignore' ORDER BY position LIMIT 2")
    .all<{ id: number; question: string }>();
  const [one, other] = results;
  const add = (id: string, at: number, weights: object) =>
    club.binding
      .prepare(
        "INSERT INTO weight_changes (id, at, made_by, weights, answer_count, share) VALUES (?, ?, 'software', ?, 9, 1)",
      )
      .bind(id, at, JSON.stringify(weights))
      .run();
  await add("b", 2 * dayMs, { [one?.id ?? 0]: 5.5 });
  await add("a", dayMs, { [one?.id ?? 0]: 4.5, [other?.id ?? 0]: 1 });
  const [first, second, third] = await loadWeightHistories(club.db);
  expect(first?.question).toBe(one?.question);
  expect(first?.changes.map(({ at, weight }) => [at.getTime(), weight])).toEqual([
    [dayMs, 4.5],
    [2 * dayMs, 5.5],
  ]);
  expect(second?.changes).toHaveLength(1);
  expect(third?.changes).toEqual([]);
});

test("counts who came by the link of a friend, not who asked them or who sat together as an operator asked", async () => {
  const period = { from: longAgo, to: now, cityId: testCity.id };
  const before = await loadEventFigures(club.db, period);
  const eventId = before[0]?.eventId ?? "";
  const came = await club.db.all<{ id: string }>(
    sql`select id from bookings where event_id = ${eventId} and confirmed = 1 and canceled = 0 and attendance is not 'no-show' limit 4`,
  );
  const [one = "", two = "", three = "", four = ""] = came.map(({ id }) => id);
  const [agreedAt, askedAt] = [now, now];
  await club.db.insert(pairs).values([
    { pairId: "link", bookingId: one, askedAt: null, agreedAt },
    { pairId: "link", bookingId: two, askedAt, agreedAt, endedAt: now },
    { pairId: "asked", bookingId: three, askedAt, agreedAt },
    { pairId: "asked", bookingId: four, askedAt, agreedAt },
  ]);
  const after = await loadEventFigures(club.db, period);
  expect([before, after].map((figures) => sumFigures(figures).brought)).toEqual([0, 1]);
});
