import { expect, test } from "vitest";
import { signInAttempts } from "#app/db/schema.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";

const club = openClub();

test("logs a failed job and runs the jobs after it", async () => {
  await club.db.insert(signInAttempts).values({ email: "diner@oten.example", at: new Date(0) });
  await club.binding.exec("ALTER TABLE schedules RENAME TO elsewhere");
  expect(await runCron(club)).toMatchObject({ outcome: "ok" });
  await expect.poll(() => club.takeLoggedErrors().join()).toContain('"event":"job failed"');
  expect(await club.db.select().from(signInAttempts)).toEqual([]);
  await club.binding.exec("ALTER TABLE elsewhere RENAME TO schedules");
});
