import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { root } from "#app/cli/project.mjs";
import { heartbeats, incidents, outbox, tasks } from "#app/db/schema.ts";
import { watchHealth } from "#app/jobs/watch-health.server.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";
import { readOutbox } from "#tests/support/emails.ts";
import { takeConsoleErrors } from "#tests/support/fail-on-console-error.ts";
import { openSizedDatabase } from "#tests/support/sized-database.ts";

const pings: string[] = [];
const posted: { text: string; problem: string; isOver: boolean; club: string }[] = [];
const monitor = createServer(async (request, response) => {
  if (request.method === "POST") posted.push((await json(request)) as (typeof posted)[number]);
  else pings.push(request.url ?? "");
  response.end();
});
await new Promise<void>((resolve) => monitor.listen(0, "127.0.0.1", resolve));
const { port } = monitor.address() as AddressInfo;
afterAll(() => {
  monitor.closeAllConnections();
  monitor.close();
});

const club = openClub({
  vars: {
    OPERATOR_EMAIL: "desk@oten.example",
    HEARTBEAT_URL: `http://127.0.0.1:${port}/ping/club`,
    ALARM_WEBHOOK: `http://127.0.0.1:${port}/alarm`,
  },
});
const start = Date.now();
const minute = (count: number) => new Date(start + count * 60_000);

const listAlarms = async () =>
  (await readOutbox(club)).filter(({ kind }) => kind === "operator-alarm").map(({ subject }) => subject);

test("emails the operator once when a problem begins and once when it is over, however often the cron runs", async () => {
  await runCron(club, minute(0));
  expect(await listAlarms()).toEqual([]);
  const parked = { id: "t", job: "makeTables", item: "e", createdAt: minute(0), queuedAt: minute(0) };
  await club.db.insert(tasks).values({ ...parked, parkedAt: minute(0) });
  await Promise.all([runCron(club, minute(1)), runCron(club, minute(1))]);
  await runCron(club, minute(2));
  expect(await listAlarms()).toEqual(["Problem: tasks parked"]);
  await club.db.delete(tasks);
  await Promise.all([runCron(club, minute(3)), runCron(club, minute(3))]);
  await runCron(club, minute(4));
  expect((await listAlarms()).sort()).toEqual(["Over: tasks parked", "Problem: tasks parked"]);
  expect(posted).toMatchObject([
    {
      problem: "tasks parked",
      isOver: false,
      text: expect.stringContaining("npm run ops -- job list --parked"),
    },
    { problem: "tasks parked", isOver: true, text: expect.stringMatching(/^Over: tasks parked/) },
  ]);
  expect(await club.db.select().from(incidents)).toMatchObject([
    { name: "tasks parked", startedAt: minute(1), endedAt: minute(3) },
  ]);
});

test("tells the operator once at 5 and at 8 GB how large the database is, and where to read what to do", async () => {
  await club.db.delete(incidents);
  await club.db.delete(outbox);
  await club.db.update(heartbeats).set({ at: minute(30) });
  const env = { OPERATOR_EMAIL: "desk@oten.example", SITE_URL: "https://oten.example" } as Env;
  for (const [i, gigabytes] of [4.9, 4.9, 5, 5, 5, 7.9, 8, 8, 9].entries())
    await watchHealth({ db: openSizedDatabase(club.binding, gigabytes * 1e9), env }, minute(20 + i));
  expect((await listAlarms()).sort()).toEqual([
    "Problem: database half full",
    "Problem: database nearly full",
  ]);
  const [{ text = "" } = {}] = await readOutbox(club);
  expect(text).toContain("The database has 8.0 of 10 GB: see docs/scaling.md");
  expect(text).toContain("npm run ops -- stats --weeks 52 --by-week --remote");
  expect(existsSync(join(root, "docs/scaling.md"))).toBe(true);
  expect(takeConsoleErrors()).toHaveLength(2);
});

test("raises no alarm in the first minute after the cron was away, when everything is late", async () => {
  await club.db.delete(incidents);
  await club.binding.exec("UPDATE heartbeats SET at = at - 3600000 WHERE name = 'queue'");
  const before = await listAlarms();
  await runCron(club, minute(90));
  await runCron(club, minute(91));
  expect(await listAlarms()).toEqual(before);
  expect(await club.db.select().from(incidents)).toEqual([]);
});

test("tells the monitor every minute that cron and queue run", async () => {
  const before = pings.length;
  await runCron(club, minute(92));
  await runCron(club, minute(93));
  expect(pings.slice(before)).toEqual(["/ping/club", "/ping/club"]);
});

test("a cron without its database still says so at the webhook, once", async () => {
  posted.length = 0;
  await club.binding.exec("ALTER TABLE heartbeats RENAME TO heartbeats_away");
  await runCron(club, minute(94));
  await runCron(club, minute(95));
  await club.binding.exec("ALTER TABLE heartbeats_away RENAME TO heartbeats");
  expect(posted).toMatchObject([{ problem: "cron failed", isOver: false }]);
  await runCron(club, minute(96));
  expect(posted.slice(1)).toMatchObject([{ problem: "cron failed", isOver: true }]);
  expect(await club.takeLoggedErrors()).not.toEqual([]);
});
