import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { heartbeats } from "#app/db/schema/health.ts";
import { tasks } from "#app/db/schema/task.ts";
import { runCron as runCronJobs } from "#app/jobs/run-cron.server.ts";
import { runTask, type TaskMessage } from "#app/jobs/tasks.server.ts";
import { claimEvent } from "#app/models/event/claims.server.ts";
import { findProblems } from "#app/models/health/problems.server.ts";
import { deleteOldRows } from "#app/models/old-rows.server.ts";
import { addTasks, parkTask, resendAllTasks, retryTasks, startTask } from "#app/models/task/tasks.server.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";
import { emailEnv, readOutbox } from "#tests/support/emails.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers, listBookings } from "#tests/support/events.ts";
import { takeConsoleErrors } from "#tests/support/fail-on-console-error.ts";

// Without retries the first failure moves a message to the dead letter queue.
const club = openClub({ maxTaskRetries: 0 });
const start = Date.now();
const minute = (count: number) => new Date(start + count * 60_000);

async function createClosedEvent(): Promise<string> {
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  await bookForDiners(club, await insertDinersWithAnswers(club, 5), eventId);
  await club.binding.prepare("UPDATE events SET closes_at = ? WHERE id = ?").bind(start, eventId).run();
  return eventId;
}

const countSeated = async (eventId: string) =>
  (await listBookings(club, eventId)).filter(({ table_id }) => table_id).length;

test("hands each event to the queue, which makes its tables", async () => {
  const eventIds = [await createClosedEvent(), await createClosedEvent(), await createClosedEvent()];
  await runCron(club, minute(1));
  expect(await Promise.all(eventIds.map(countSeated))).toEqual([5, 5, 5]);
  expect(await club.db.select().from(tasks)).toEqual([]);
});

test("parks a task that fails, does the others, and does it once an operator says so", async () => {
  const [broken, fine] = [await createClosedEvent(), await createClosedEvent()];
  await club.binding.exec(
    `CREATE TRIGGER broken BEFORE INSERT ON match_records WHEN NEW.event_id = '${broken}' BEGIN SELECT RAISE(ABORT, 'no room'); END`,
  );
  await runCron(club, minute(2));
  const listParked = async () => (await club.db.select().from(tasks)).filter(({ parkedAt }) => parkedAt);
  await expect.poll(listParked).toHaveLength(1);
  expect(await listParked()).toMatchObject([{ job: "makeTables", item: broken, attempts: 1 }]);
  expect((await listParked())[0]?.lastError).toContain("no room");
  expect(await Promise.all([broken, fine].map(countSeated))).toEqual([0, 5]);

  await club.binding.exec("DROP TRIGGER broken");
  await runCron(club, minute(3));
  expect(await countSeated(broken)).toBe(0);
  expect(await retryTasks(club.db, [`makeTables ${broken}`])).toBe(1);
  await runCron(club, minute(4));
  expect(await countSeated(broken)).toBe(5);
});

test("hands out a task once while it is under way, and again when its message seems lost", async () => {
  const task = { job: "makeTables", item: "some-event" };
  expect(await addTasks(club.db, [task, task], minute(10))).toEqual([task]);
  expect(await addTasks(club.db, [task], minute(14))).toEqual([]);
  expect(await addTasks(club.db, [task], minute(15))).toEqual([task]);
});

test("notes no task twice when ten cron runs overlap, and any number at once", async () => {
  const many = Array.from({ length: 5_000 }, (_, i) => ({ job: "sendReminders", item: `event-${i}` }));
  const added = await Promise.all(Array.from({ length: 3 }, () => addTasks(club.db, many, minute(20))));
  expect(added.flat()).toHaveLength(5_000);
  await club.db.delete(tasks);
});

test("hands out what follows with the time at which a task ends, not at which it began", async () => {
  const eventId = await createClosedEvent();
  const handedOut: TaskMessage[] = [];
  const env = {
    ...emailEnv,
    APP_ENV: "local",
    TASKS: {
      sendBatch: async (messages: { body: TaskMessage }[]) =>
        void handedOut.push(...messages.map(({ body }) => body)),
    },
  } as unknown as Env;
  const task = { job: "makeTables", item: eventId, at: start + 60_000 };
  await addTasks(club.db, [task], new Date(task.at));
  const timestamp = new Date();
  const message = {
    body: task,
    attempts: 1,
    timestamp,
    ack() {},
    retry() {},
  } as unknown as Message<TaskMessage>;
  await club.binding.exec(
    "CREATE TRIGGER slow AFTER UPDATE OF matched_at ON events BEGIN SELECT count(*) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000) SELECT i FROM n); END",
  );
  vi.spyOn(console, "log").mockImplementation(() => {});
  // The tests before ran at later times, which is not set back.
  await club.db.delete(heartbeats);
  await runTask({ db: club.db, env }, message);
  await club.binding.exec("DROP TRIGGER slow");
  const [next] = handedOut.filter(({ job }) => job === "sendEmails");
  const [started] = await club.db.select().from(heartbeats).where(eq(heartbeats.name, "queue"));
  expect(next?.at).toBeGreaterThan(started?.at.getTime() ?? Infinity);
  await club.db.delete(tasks);
});

test("never parks what every minute finds again: it is handed out anew, and stays a problem until it is done", async () => {
  const task = { job: "sendEmails", item: "all" };
  await addTasks(club.db, [task], minute(30));
  await startTask(club.db, task);
  await startTask(club.db, task);
  await parkTask(club.db, task, minute(30));
  expect(await addTasks(club.db, [task], minute(31))).toEqual([]);
  expect((await findProblems(club.db, minute(31))).map(({ name }) => name)).toContain("sendEmails failing");
  expect(await addTasks(club.db, [task], minute(36))).toEqual([task]);
  await club.db.delete(tasks);
});

test("forgets a task after a day whose message is gone and that nothing finds again", async () => {
  await addTasks(club.db, [{ job: "makeTables", item: "gone" }], minute(40));
  await deleteOldRows(club.db, new Date(minute(40).getTime() + 86_000_000));
  expect(await club.db.$count(tasks)).toBe(1);
  await deleteOldRows(club.db, new Date(minute(40).getTime() + 86_400_000));
  expect(await club.db.$count(tasks)).toBe(0);
});

test("raises the alarm although the queue is away", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const sendBatch = () => Promise.reject(new Error("the queue is away"));
  const env = {
    ...emailEnv,
    APP_ENV: "local",
    OPERATOR_EMAIL: "desk@oten.example",
    TASKS: { sendBatch },
  } as unknown as Env;
  await runCronJobs({ db: club.db, env }, minute(50));
  expect(await club.db.$count(heartbeats, eq(heartbeats.name, "sweep")), "found, and not handed out").toBe(0);
  for (const count of [56, 57]) await runCronJobs({ db: club.db, env }, minute(count));
  const alarms = (await readOutbox(club)).filter(({ kind }) => kind === "operator-alarm");
  expect(alarms.map(({ subject }) => subject)).toContain("Problem: queue stopped");
  takeConsoleErrors();
});

test("takes over the claim of a worker that was stopped once its task is sent again", async () => {
  const eventId = await createClosedEvent();
  const task = { job: "makeTables", item: eventId };
  await addTasks(club.db, [task], minute(70));
  await startTask(club.db, task);
  expect(await claimEvent(club.db, eventId, { now: minute(70) })).toBeDefined();
  await resendAllTasks(club.db, minute(71));
  await runCron(club, minute(71));
  expect(await countSeated(eventId)).toBe(5);
});
