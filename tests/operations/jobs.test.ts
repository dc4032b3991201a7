import { expect, test } from "vitest";
import { addTasks, parkTask, saveTaskError } from "#app/models/task/tasks.server.ts";
import { openClub } from "#tests/support/club.ts";
import { createCity, createEvent } from "#tests/support/events.ts";
import { connectOps, failure } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);

test("job run prints what was due, and another time needs confirmation", async () => {
  const laterYear = new Date().getUTCFullYear() + 9;
  const later = Date.UTC(laterYear, 0, 1, 18);
  const insertBatch =
    "INSERT INTO email_batches (id, priority, created_at, due_at, attempts) VALUES ('b', 0, 1, ?, 3)";
  await club.binding.prepare(insertBatch).bind(later).run();
  const insertEmail = `INSERT INTO outbox (id, kind, "to", priority, data, created_at, due_at, expires_at, batch_id, parked_at)
    VALUES (?, 'password-changed', 'a@x.y', 0, '{}', 1, 1, 9e15, ?, ?)`;
  await club.binding.prepare(insertEmail).bind("parked", null, 2).run();
  await club.binding.prepare(insertEmail).bind("later", "b", null).run();
  expect((await ops.run("job", "run", "sendEmails")).out).toBe(
    `Ran sendEmails. Nothing was due: 0 emails to send (1 parked, see outbox list; 1 not due before ${laterYear}-01-01 18:00 UTC).\n`,
  );
  await createEvent(club);
  await club.binding.exec(
    "INSERT INTO schedules (id, city_id, weekday, time, weeks, created_at) SELECT 's', id, 5, '19:00', 3, 1 FROM cities",
  );
  await club.binding.exec(
    "INSERT INTO schedule_venues (schedule_id, venue_id, tables) SELECT 's', max(id), 10 FROM venues",
  );
  const insertDeposit =
    "INSERT INTO deposits (id, amount, currency, state, origin, due_at, created_at) VALUES (?, 300000, 'huf', ?, 'https://x.y', 1, 1)";
  for (const state of ["open", "paid", "refunding"])
    await club.binding.prepare(insertDeposit).bind(state, state).run();
  const before = await ops.hashRows();
  expect((await ops.run("job", "run", "--dry-run")).out).toContain(
    "(due: 3 events to open, 1 checkout to check, 1 deposit to decide on, 1 refund to make)",
  );
  const then = `${new Date().getFullYear() + 2}-01-01 12:00`;
  const runAhead = ["job", "run", "openEvents", "--now", then];
  expect(await ops.run(...runAhead)).toEqual(
    failure(
      4,
      `This would run openEvents as if it were ${then} Europe/Budapest (due: 3 events to open). It can’t be undone: add --yes to confirm.`,
    ),
  );
  expect((await ops.run("job", "run", "sendReminders", "--now", "2026-01-01 12:00")).code).toBe(4);
  expect(await ops.hashRows()).toBe(before);
  expect(await ops.json("job", "run", "openEvents")).toEqual({
    ran: ["openEvents"],
    failed: [],
    errors: {},
    due: { openEvents: 3 },
  });
  expect((await ops.run("job", "run", "openEvents")).out).toBe(
    "Ran openEvents. Nothing was due: 0 events to open.\n",
  );
  expect((await ops.json(...runAhead, "--yes")).due).toEqual({ openEvents: 3 });
  await club.binding.exec("DELETE FROM deposits");
  expect((await ops.json("job", "run")).failed).toEqual([]);
  expect((await ops.run("job", "run")).out).toMatch(/^Ran openEvents, .+\.\nNothing was due\.\n$/);
  expect((await ops.run("job", "run", "cookDinner")).code).toBe(3);
  expect((await ops.run("job", "run", "--now", "soon")).code).toBe(2);
});

test("job run names each job that fails, with its message", async () => {
  await club.binding.exec("ALTER TABLE schedules RENAME TO schedules_away");
  const counted = await ops.run("job", "run", "openEvents");
  await club.binding.exec("ALTER TABLE schedules_away RENAME TO schedules");
  expect(counted.code).toBe(1);
  expect(counted.err).toMatch(/^What is due for openEvents can’t be counted: .*no such table/);
  const break_ = (what: string) =>
    `CREATE TRIGGER broken_${what} BEFORE INSERT ON ${what} BEGIN SELECT RAISE(ABORT, 'false == true'); END`;
  await club.binding.exec("UPDATE schedules SET weeks = 20");
  await club.binding.exec(break_("events"));
  const { code, out } = await ops.spawn("job", "run", "openEvents");
  await club.binding.exec("DROP TRIGGER broken_events");
  expect(code).toBe(1);
  expect(out).toMatch(/^openEvents failed: .*false == true/);
});

test("without one time zone for all cities, job run takes times in UTC and says so", async () => {
  await createCity(club, { timeZone: "Asia/Tokyo" });
  const then = `${new Date().getFullYear() + 2}-01-01 12:00`;
  expect((await ops.run("job", "run", "openEvents", "--now", then, "--dry-run")).out).toContain(
    `Would run openEvents as if it were ${then} UTC`,
  );
  await club.binding.exec("DELETE FROM cities WHERE time_zone = 'Asia/Tokyo'");
});

test("job list shows tasks, and job retry hands out parked ones again, by job, item or all", async () => {
  expect((await ops.run("job", "list")).out).toBe("No task is under way.\n");
  expect((await ops.run("job", "list", "--parked")).out).toBe("No task is parked.\n");
  const now = new Date();
  const makeTables = (item: string) => ({ job: "makeTables", item });
  const [first, second] = [
    "3f2a91bc-aaaa-4bbb-8ccc-1234567890ab",
    "3f2a91bd-aaaa-4bbb-8ccc-1234567890ab",
  ].map(makeTables) as [ReturnType<typeof makeTables>, ReturnType<typeof makeTables>];
  const refill = { job: "refillTables", item: "3f2a91be-aaaa-4bbb-8ccc-1234567890ab" };
  const sendEmails = { job: "sendEmails", item: "all" };
  await addTasks(club.db, [first, second, refill, sendEmails], now);
  for (const task of [first, second, refill]) {
    await saveTaskError(club.db, task, "No venue", now);
    await parkTask(club.db, task, now);
  }
  expect(await ops.json("job", "list")).toHaveLength(4);
  expect(await ops.json("job", "list", "--parked", "--limit", "2")).toHaveLength(2);
  const { out } = await ops.run("job", "list");
  expect(out).toMatch(/^job +item +since \(Europe\/Budapest\) +attempts +state +last error\n/);
  expect(out).toMatch(/makeTables +3f2a91bc +\d{4}-\d\d-\d\d \d\d:\d\d +0 +parked +No venue/);
  const before = await ops.hashRows();
  const retry = (...args: string[]) => ops.run("job", "retry", ...args);
  expect((await retry()).code).toBe(2);
  expect((await retry("makeTables", "--parked")).code).toBe(2);
  expect(await retry("makeTables", "77")).toEqual(
    failure(3, "There is no task makeTables 77: see job list."),
  );
  expect((await retry("cookDinner")).code).toBe(3);
  expect(await retry("sendEmails")).toEqual(
    failure(4, "No task sendEmails is parked: what is under way is tried again by itself."),
  );
  expect((await retry("--parked", "--dry-run")).out).toContain("hand out 3 parked tasks again");
  expect(await ops.hashRows()).toBe(before);
  expect((await retry("makeTables", "3f2a91bd")).out).toBe(
    "The next run of the cron hands out 1 task again.\n",
  );
  expect(await addTasks(club.db, [first, second], now)).toEqual([second]);
  expect((await retry("makeTables")).code).toBe(0);
  expect((await retry("makeTables")).code).toBe(4);
  expect(await ops.json("job", "retry", "--parked")).toEqual({ retried: 1 });
  expect(await ops.json("job", "list", "--parked")).toEqual([]);
  expect(await retry("--parked")).toEqual(failure(4, "There are no parked tasks."));
});
