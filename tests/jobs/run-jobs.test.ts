import { expect, test } from "vitest";
import { signInAttempts } from "#app/db/schema/account.ts";
import { findProblems } from "#app/models/health/problems.server.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";

const club = openClub();

test("a job that can't find out what is due stops no other, and is a problem from the second time until it works", async () => {
  const start = Date.now();
  const runAt = (minutes: number) => runCron(club, new Date(start + minutes * 60_000));
  const listProblems = async () => (await findProblems(club.db, new Date(start))).map(({ name }) => name);
  await club.db.insert(signInAttempts).values({ email: "diner@oten.example", at: new Date(0) });
  await club.binding.exec("ALTER TABLE schedules RENAME TO elsewhere");
  expect(await runAt(0)).toMatchObject({ outcome: "ok" });
  expect(await club.db.select().from(signInAttempts)).toEqual([]);
  expect(await listProblems()).toEqual([]);
  await runAt(1);
  expect(await listProblems()).toEqual(["openEvents failing"]);
  await club.binding.exec("ALTER TABLE elsewhere RENAME TO schedules");
  await runAt(2);
  expect(await listProblems()).toEqual([]);
});
