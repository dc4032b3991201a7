import { scheduler } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { runOps } from "#app/cli/ops/run-ops.ts";
import { loadBatched } from "#app/db/batches.ts";
import { openDatabase } from "#app/db/client.server.ts";
import type { JobContext } from "#app/job-context.ts";
import { jobNames } from "#app/jobs/jobs.server.ts";
import { runCron } from "#app/jobs/run-cron.server.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { readBookings } from "#app/models/booking/bookings.server.ts";
import { findEventsToRefill } from "#app/models/booking/due-bookings.server.ts";
import { quietTime, writeOldClub } from "#tests/bench/old-club.ts";
import { countRows, noRows, type RowCounts, sumRowsRead } from "#tests/support/count-rows.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { runWhileMore } from "#tests/support/jobs.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const now = new Date(quietTime());
const settings = {
  AUTO_WEIGHTS: "yes",
  RESEND_API_KEY: "re_test",
  STRIPE_SECRET_KEY: "sk_test",
  APP_ENV: "local",
};

const commands = [
  ...[
    "city list",
    "venue list",
    "schedule list",
    "event list",
    "event list --past",
    "event list --city budapest",
  ],
  ...["attendance contests", "avoid list", "weights show", "deposit list", "outbox list", "job list"],
  ...["feedback", "stats", "stats --by-week", "report /dev/null --force", "match preview"],
];

/** What the cron, all jobs and commands read in a club of that age, after a first run has done what was left to do. */
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
      if (name !== "reconcileDeposits") await runWhileMore(name, context, "all", now);
  };
  const runCommands = async ({ db: { $client: DB } }: JobContext) => {
    for (const command of commands) {
      let said = "";
      const print = (text: string) => {
        said += text;
      };
      const code = await runOps(command.split(" "), {
        print,
        printError: print,
        showProgress: () => ({ update: () => {}, end: () => {} }),
        openClub: async () => ({ env: { ...env, DB }, close: async () => {} }),
      });
      expect([command, code, code === 0 ? "" : said]).toEqual([command, 0, ""]);
    }
  };
  await measure(runJobs);
  await measure((context) => runCron(context, now));
  const counted = {
    cron: await measure((context) => runCron(context, now)),
    jobs: await measure(runJobs),
    commands: await measure(runCommands),
  };
  await close();
  return counted;
}

const sumByStatement = ({ statements }: RowCounts) => {
  const sums: Record<string, number> = {};
  for (const { sql, rowsRead } of statements) sums[sql] = (sums[sql] ?? 0) + rowsRead;
  return sums;
};

test("while all cities dine, the cron reads a row for each event, and those of tables with a free seat", async () => {
  const { binding, close } = await openTestDatabase();
  for (const statement of writeOldClub({ cities: 3, weeks: 60, now: now.getTime() }))
    await binding.prepare(statement).run();
  await binding
    .prepare("UPDATE events SET date = ?, attendance_decided_at = NULL WHERE matched_at IS NOT NULL")
    .bind(now.getTime() + 2 * hourMs)
    .run();
  const events =
    (await binding
      .prepare(
        "SELECT count(*) AS n FROM events WHERE attendance_decided_at IS NULL AND matched_at IS NOT NULL",
      )
      .first<number>("n")) ?? 0;
  expect(events).toBeGreaterThan(150);
  const search = async () => {
    const counts = noRows();
    const found = await findEventsToRefill(openDatabase(countRows(binding, counts)), now);
    return { found, rowsRead: sumRowsRead(counts) };
  };
  const full = await search();
  expect(full.found).toEqual([]);
  expect(full.rowsRead).toBeLessThan(1.1 * events);
  const [{ table_id, event_id } = {}] = (
    await binding.prepare("SELECT table_id, event_id FROM bookings WHERE table_id IS NOT NULL LIMIT 1").all()
  ).results;
  await binding
    .prepare(
      "UPDATE bookings SET canceled = 1 WHERE table_id = ? AND id <> (SELECT min(id) FROM bookings WHERE table_id = ?)",
    )
    .bind(table_id, table_id)
    .run();
  const { found, rowsRead } = await search();
  expect(found).toEqual([event_id]);
  expect(rowsRead).toBeLessThan(full.rowsRead + 20);
  await close();
});

test("the bookings of a diner who dined each week for five years are one trip and a page of ten", async () => {
  const { binding, close } = await openTestDatabase();
  for (const statement of writeOldClub({ cities: 1, weeks: 268, now: now.getTime() }))
    await binding.prepare(statement).run();
  const tokenHash = "0".repeat(64);
  await binding
    .prepare(
      `UPDATE OR IGNORE bookings SET user_id = (SELECT user_id FROM sessions WHERE token_hash = ?) WHERE id IN
        (SELECT min(id) FROM bookings WHERE canceled = 0 GROUP BY event_id)`,
    )
    .bind(tokenHash)
    .run();
  const read = async (page: number) => {
    const counts = noRows();
    const db = openDatabase(countRows(binding, counts));
    const found = await loadBatched({ db }, readBookings(db, { tokenHash, now }, page));
    return { found, counts };
  };
  for (const page of [1, 26]) {
    const { found, counts } = await read(page);
    expect([found.past.length, found.hasMore]).toEqual([10, true]);
    expect([counts.trips, counts.statements.length <= 5]).toEqual([1, true]);
    // Their own 260 bookings, and not those of others.
    expect(sumRowsRead(counts)).toBeLessThan(260 * 11);
  }
  await close();
});

test("the cron makes few trips, and neither it nor a job or command reads more rows the longer ago a club began", async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  Object.assign(globalThis, { scheduler });
  const young = await countRowsAfter(60);
  const old = await countRowsAfter(520);
  expect(old.cron.trips).toBeLessThanOrEqual(4);
  expect(sumRowsRead(old.cron)).toBeLessThan(150);
  for (const part of ["cron", "jobs", "commands"] as const) {
    const before = sumByStatement(young[part]);
    const grown = Object.entries(sumByStatement(old[part])).filter(
      ([sql, rows]) => rows > 1.2 * (before[sql] ?? 0) + 5,
    );
    expect(grown).toEqual([]);
  }
});
