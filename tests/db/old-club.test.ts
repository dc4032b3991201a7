import { expect, test, vi } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import type { JobContext } from "#app/job-context.ts";
import { jobNames, jobs } from "#app/jobs/jobs.server.ts";
import { runCron } from "#app/jobs/run-cron.server.ts";
import { quietTime, writeOldClub } from "#tests/bench/old-club.ts";
import { countRows, noRows, type RowCounts, sumRowsRead } from "#tests/support/count-rows.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const now = new Date(quietTime());
const settings = {
  AUTO_WEIGHTS: "yes",
  RESEND_API_KEY: "re_test",
  STRIPE_SECRET_KEY: "sk_test",
  APP_ENV: "local",
};

/** What the cron and all jobs read in a club of that age, after a first run has done what was left to do. */
async function countRowsAfter(weeks: number) {
  const { binding, bucket, close } = await openTestDatabase();
  for (const statement of writeOldClub({ cities: 3, weeks, now: now.getTime() }))
    await binding.prepare(statement).run();
  const TASKS = { send: async () => {}, sendBatch: async () => {} };
  const env = { ...emailEnv, ...settings, AVATARS: bucket, TASKS } as unknown as Env;
  const measure = async (work: (context: JobContext) => Promise<unknown>): Promise<RowCounts> => {
    const counts = noRows();
    await work({ db: openDatabase(countRows(binding, counts)), env });
    return counts;
  };
  const runJobs = async (context: JobContext) => {
    for (const name of jobNames)
      if (name !== "reconcileDeposits")
        while ((await jobs[name].run(context, "all", now, { isRetry: false })) === "more");
  };
  await measure(runJobs);
  await measure((context) => runCron(context, now));
  const counted = { cron: await measure((context) => runCron(context, now)), jobs: await measure(runJobs) };
  await close();
  return counted;
}

const sumByStatement = ({ statements }: RowCounts) => {
  const sums: Record<string, number> = {};
  for (const { sql, rowsRead } of statements) sums[sql] = (sums[sql] ?? 0) + rowsRead;
  return sums;
};

test("the cron makes few trips, and neither it nor a job reads more rows the longer ago a club began", async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  const young = await countRowsAfter(60);
  const old = await countRowsAfter(520);
  expect(old.cron.trips).toBeLessThanOrEqual(4);
  expect(sumRowsRead(old.cron)).toBeLessThan(150);
  for (const part of ["cron", "jobs"] as const) {
    const before = sumByStatement(young[part]);
    const grown = Object.entries(sumByStatement(old[part])).filter(
      ([sql, rows]) => rows > 1.2 * (before[sql] ?? 0) + 5,
    );
    expect(grown).toEqual([]);
  }
});
