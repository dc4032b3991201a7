import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { root } from "#app/cli/project.mjs";
import { heartbeats, incidents } from "#app/db/schema/health.ts";
import { emailBatches } from "#app/db/schema/outbox.ts";
import { tasks } from "#app/db/schema/task.ts";
import { outbox } from "#app/db/schema.ts";
import { watchHealth } from "#app/jobs/run-cron.server.ts";
import { claimCronWork } from "#app/models/health/heartbeats.server.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";
import { readOutbox } from "#tests/support/emails.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers, listBookings } from "#tests/support/events.ts";
import { takeConsoleErrors } from "#tests/support/fail-on-console-error.ts";
import { openSizedDatabase } from "#tests/support/sized-database.ts";

const pings: string[] = [];
const posted: { text: string; problem: string; isOver: boolean; club: string }[] = [];
let webhookStatus = 200;
const monitor = createServer(async (request, response) => {
  if (request.method === "POST") posted.push((await json(request)) as (typeof posted)[number]);
  else pings.push(request.url ?? "");
  response.statusCode = webhookStatus;
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

const ageHeartbeats = (minutes: number) =>
  club.binding.exec(
    `UPDATE heartbeats SET at = ${Date.now()} - ${minutes} * 60000 WHERE name IN ('cron', 'queue')`,
  );
const readHeartbeat = async (name: string) =>
  (await club.db.select().from(heartbeats)).find((beat) => beat.name === name)?.at.getTime();
const worker = () => club.worker.getWorker();

/** Delivers the message of the second clock that was sent at this time, as five minutes later. */
const tick = async (sentAt: number, id = "tick") =>
  (await worker()).queue("oten-tasks", [
    {
      id,
      timestamp: new Date(Date.now() - 300_000),
      attempts: 1,
      body: { job: "tick", item: "all", at: sentAt },
    },
  ]);

/** An event whose tables are due. */
async function createDueWork() {
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  await bookForDiners(club, await insertDinersWithAnswers(club, 5), eventId);
  await club.binding
    .prepare("UPDATE events SET closes_at = ? WHERE id = ?")
    .bind(start - 60_000, eventId)
    .run();
  return async () => (await listBookings(club, eventId)).filter(({ table_id }) => table_id).length;
}

test("a page starts what is due while the cron is away, once, and the second clock does too", async () => {
  // The first page of this Worker looks when the cron last ran, and then none for a minute.
  await runCron(club);
  await ageHeartbeats(10);
  const countSeated = await createDueWork();
  await Promise.all(Array.from({ length: 5 }, () => club.fetch("/")));
  await expect.poll(countSeated).toBe(5);
  await expect.poll(() => club.db.$count(tasks)).toBe(0);
  const confirmations = async () =>
    (await readOutbox(club)).filter(({ kind }) => kind === "booking-confirmed").length;
  await expect.poll(confirmations).toBe(5);

  await club.binding.exec("UPDATE heartbeats SET at = at - 300000");
  const countAlsoSeated = await createDueWork();
  const sentAt = (await readHeartbeat("tick")) ?? 0;
  await tick(sentAt - 1);
  expect(await readHeartbeat("tick")).toBe(sentAt);
  await tick(sentAt);
  await expect.poll(countAlsoSeated).toBe(5);
  const renewedAt = await readHeartbeat("tick");
  expect(renewedAt).toBeGreaterThanOrEqual(sentAt + 300_000);
  await tick(sentAt, "again");
  expect(await readHeartbeat("tick")).toBe(renewedAt);
  await expect.poll(() => club.db.$count(tasks)).toBe(0);
  expect(posted).toEqual([]);
  await tick(renewedAt ?? 0);
  expect(posted.splice(0)).toMatchObject([{ problem: "cron stopped" }]);
  for (const table of [heartbeats, incidents, outbox, emailBatches]) await club.db.delete(table);
});

test("of many who see that the cron is away, one does its work in a minute", async () => {
  await runCron(club, minute(-60));
  const claimed = async (at: Date) =>
    (await Promise.all(Array.from({ length: 10 }, () => claimCronWork(club.db, at)))).map(
      ({ isMine }) => isMine,
    );
  expect((await claimed(minute(-56))).filter(Boolean)).toEqual([]);
  expect((await claimed(minute(-55))).filter(Boolean)).toEqual([true]);
  expect((await claimed(minute(-54.5))).filter(Boolean)).toEqual([]);
  expect((await claimed(minute(-54))).filter(Boolean)).toEqual([true]);
  await club.db.delete(heartbeats);
});

test("a run of the cron that comes late does not set its time back", async () => {
  await runCron(club, minute(-50));
  await runCron(club, minute(-53));
  expect(await readHeartbeat("cron")).toBe(minute(-50).getTime());
  await club.db.delete(heartbeats);
});

test("seats on standby are tried again every 30 minutes, whatever the minutes at which something runs", async () => {
  const at = [];
  for (const minutes of [-203, -198, -174, -173, -168, -141]) {
    await runCron(club, minute(minutes));
    at.push(await readHeartbeat("sweep"));
  }
  expect(at).toEqual([-203, -203, -203, -173, -173, -141].map((minutes) => minute(minutes).getTime()));
  await club.db.delete(heartbeats);
});

test("the cron starts the second clock again where its message is lost, and only then", async () => {
  await runCron(club, minute(-40));
  expect(await readHeartbeat("tick")).toBe(minute(-40).getTime());
  await runCron(club, minute(-26));
  expect(await readHeartbeat("tick")).toBe(minute(-40).getTime());
  await Promise.all([runCron(club, minute(-25)), runCron(club, minute(-25))]);
  expect(await readHeartbeat("tick")).toBe(minute(-25).getTime());
});

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

test("tells the webhook again what it did not take, and nothing that is over meanwhile", async () => {
  posted.length = 0;
  webhookStatus = 503;
  const parked = { id: "u", job: "makeTables", item: "e", createdAt: minute(0), queuedAt: minute(0) };
  await club.db.insert(tasks).values({ ...parked, parkedAt: minute(0) });
  for (const at of [100, 101, 102]) await runCron(club, minute(at));
  expect(posted.map(({ isOver }) => isOver)).toEqual([false, false]);
  await club.db.delete(tasks);
  await runCron(club, minute(103));
  webhookStatus = 200;
  await Promise.all([runCron(club, minute(104)), runCron(club, minute(104))]);
  await runCron(club, minute(105));
  expect(posted.slice(2).map(({ isOver }) => isOver)).toEqual([true, true]);
});

test("a cron without its database still says so at the webhook, once", async () => {
  posted.length = 0;
  await club.binding.exec("ALTER TABLE heartbeats RENAME TO heartbeats_away");
  webhookStatus = 503;
  await runCron(club, minute(94));
  expect(posted).toHaveLength(1);
  webhookStatus = 200;
  await runCron(club, minute(95));
  await runCron(club, minute(95));
  await club.binding.exec("ALTER TABLE heartbeats_away RENAME TO heartbeats");
  posted.shift();
  expect(posted).toMatchObject([{ problem: "cron failed", isOver: false }]);
  await runCron(club, minute(96));
  expect(posted.slice(1)).toMatchObject([{ problem: "cron failed", isOver: true }]);
  expect(await club.takeLoggedErrors()).not.toEqual([]);
});
