import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadBatched } from "#app/db/batches.ts";
import { type Database, openDatabase } from "#app/db/client.server.ts";
import type { JobContext } from "#app/job-context.ts";
import { countFigures } from "#app/jobs/jobs.server.ts";
import { dayMs, weekMs } from "#app/lib/time-units.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import {
  areFiguresDue,
  countNextDinners,
  findClubFigures,
  readFiguresOrCount,
  readPublicFigures,
} from "#app/models/figures/club-figures.server.ts";
import { runWhileMore } from "#tests/support/jobs.ts";
import { addPastSeason, dinnerFigures, worstScoreOf } from "#tests/support/past-season.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const now = new Date("2026-11-22T12:00:00Z");

let club: { binding: D1Database; db: Database; close(): Promise<void> };
beforeEach(async () => {
  const database = await openTestDatabase();
  club = { ...database, db: openDatabase(database.binding) };
});
afterEach(() => club.close());

const runJob = async (at = now) => {
  await runWhileMore("countFigures", { db: club.db } as JobContext, "all", at);
};

const loadFigures = async () => (await findClubFigures(club.db))?.figures;

test("a club without dinners has no figures, and counts once a day", async () => {
  expect(await countFigures.findItems({ db: club.db } as JobContext, now)).toEqual(["all"]);
  await runJob();
  expect(await loadFigures()).toMatchObject({ dinners: 0, diners: 0, pairs: 0, worst: null });
  expect(await loadBatched(club, readPublicFigures(club.db))).toBeNull();
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
  expect(await areFiguresDue(club.db, hours(23))).toBe(false);
  expect(await areFiguresDue(club.db, hours(24))).toBe(true);
});

test.each([1, 19, 20])("after %i dinners, figures are shown from twenty on", async (dinners) => {
  const { cameIds } = await addPastSeason(club, { dinners, now });
  await runJob();
  const figures = await loadFigures();
  expect(figures).toMatchObject({
    dinners,
    diners: cameIds.length,
    pairs: dinners * dinnerFigures.pairs,
    tables: 2 * dinners,
    worst: { score: worstScoreOf(0), floor: dinnerFigures.floor },
  });
  const shown = await loadBatched(club, readPublicFigures(club.db));
  if (dinners < 20) {
    expect(shown).toBeNull();
    expect(await loadBatched(club, readFiguresOrCount(club.db))).toEqual({ counted: dinners });
  } else
    expect(shown).toMatchObject({
      dinners: 20,
      diners: cameIds.length,
      pairs: 20 * dinnerFigures.pairs,
      worst: { score: 60.25, floor: 62, tables: 40, below: 8 },
      countedAt: now,
      until: new Date(now.getTime() - 20 * dayMs),
    });
});

test("a dinner is counted 16 days after it, once, however often the job runs", async () => {
  await addPastSeason(club, { dinners: 3, lastDaysAgo: 15, now });
  await runJob();
  expect((await loadFigures())?.dinners).toBe(2);
  await runJob();
  await runJob();
  expect((await loadFigures())?.dinners).toBe(2);
  await runJob(new Date(now.getTime() + dayMs));
  expect((await loadFigures())?.dinners).toBe(3);
  await Promise.all(
    Array.from({ length: 10 }, () => countNextDinners(club.db, new Date(now.getTime() + 2 * dayMs))),
  );
  expect(await loadFigures()).toMatchObject({ dinners: 3, pairs: 3 * dinnerFigures.pairs });
});

test("ten workers that begin at once count everything once", async () => {
  const { cameIds } = await addPastSeason(club, { dinners: 5, now });
  await Promise.all(Array.from({ length: 10 }, () => countNextDinners(club.db, now)));
  await runJob();
  expect(await loadFigures()).toMatchObject({ dinners: 5, diners: cameIds.length, isComplete: true });
});

test("a long history is counted in portions, and dinners at the same time are each counted", async () => {
  const { diners } = await addPastSeason(club, { dinners: 30, now });
  await club.db.run(sql`UPDATE events SET date = ${now.getTime() - 30 * dayMs}, closes_at = 0`);
  await club.binding.exec("UPDATE events SET capacity = 9000");
  expect(await countNextDinners(club.db, now)).toBe(true);
  expect(await loadFigures()).toMatchObject({ dinners: 1, isComplete: false });
  expect(await areFiguresDue(club.db, now)).toBe(true);
  await runJob();
  expect(await loadFigures()).toMatchObject({ dinners: 30, diners: diners.length, isComplete: true });
});

test("wishes count among those who answered, and not once they are deleted", async () => {
  await addPastSeason(club, { dinners: 12, now });
  const kept = 6;
  await runJob();
  const figures = await loadFigures();
  // The later half of these dinners is less than 60 days ago.
  expect(figures).toMatchObject({
    answers: kept * dinnerFigures.answers,
    answersWithWish: kept * dinnerFigures.answersWithWish,
  });
  const sums = Object.values(figures?.byScore ?? {});
  const total = (what: "wishes" | "ratings", part: "sum" | "count") =>
    sums.reduce((sum, each) => sum + each[what][part], 0);
  expect(total("wishes", "sum")).toBe(kept * dinnerFigures.wishes);
  expect(total("wishes", "count")).toBe(kept * dinnerFigures.possibleWishes);
  expect(total("ratings", "sum")).toBe(12 * dinnerFigures.ratingSum);
  expect(total("ratings", "count")).toBe(12 * dinnerFigures.answers);
  expect(Object.keys(figures?.byScore ?? {}).toSorted()).toEqual(["60", "61", "62", "63", "64", "66.5"]);
});

test("canceled dinners and those to which nobody came are no dinners", async () => {
  const { eventIds } = await addPastSeason(club, { dinners: 3, now });
  await club.binding.prepare("UPDATE events SET canceled_at = 1 WHERE id = ?").bind(eventIds[0]).run();
  await club.db.run(sql`UPDATE bookings SET attendance = 'no-show' WHERE event_id = ${eventIds[1]}`);
  await runJob();
  expect(await loadFigures()).toMatchObject({ dinners: 1, diners: dinnerFigures.came, tables: 2 });
});

test("the sums stay when a diner is erased, name nobody, and who is erased before is not in them", async () => {
  const { cameIds } = await addPastSeason(club, { dinners: 2, now });
  await eraseAccount(club.db, cameIds[0] ?? "", now);
  await runJob();
  const before = await loadFigures();
  expect(before?.diners).toBe(cameIds.length - 1);
  for (const id of cameIds) await eraseAccount(club.db, id, now);
  await runJob(new Date(now.getTime() + dayMs));
  expect(await loadFigures()).toEqual(before);
  const text = JSON.stringify(before);
  for (const id of cameIds) expect(text).not.toContain(id);
});

test("somebody who came before is not counted again", async () => {
  const { diners } = await addPastSeason(club, { dinners: 8, now });
  await runJob();
  expect((await loadFigures())?.diners).toBe(diners.length);
  await addPastSeason(club, { dinners: 1, lastDaysAgo: 17, now, diners });
  await runJob(new Date(now.getTime() + weekMs));
  expect(await loadFigures()).toMatchObject({ dinners: 9, diners: diners.length });
});
