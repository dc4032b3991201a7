import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { heartbeats, incidents } from "#app/db/schema/health.ts";
import { tasks } from "#app/db/schema/task.ts";
import { outbox } from "#app/db/schema.ts";
import { openClub } from "#tests/support/club.ts";
import { readOutbox } from "#tests/support/emails.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers, listBookings } from "#tests/support/events.ts";

const club = openClub({
  wrapper: "support/faulty-worker.ts",
  vars: { OPERATOR_EMAIL: "desk@oten.example" },
});

let start = Date.now();
const minute = (count: number) => new Date(start + count * 60_000);

beforeEach(async () => {
  start += 60 * 60_000;
  for (const table of [heartbeats, incidents, outbox, tasks]) await club.db.delete(table);
});

/** An event whose tables are due, and who has been emailed about it. */
async function createDueWork() {
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  const userIds = await insertDinersWithAnswers(club, 5);
  await bookForDiners(club, userIds, eventId);
  await club.binding.prepare("UPDATE events SET closes_at = ? WHERE id = ?").bind(start, eventId).run();
  return {
    eventId,
    countSeated: async () => (await listBookings(club, eventId)).filter(({ table_id }) => table_id).length,
  };
}

const setFault = (fault: string) => club.fetchBare(`/fault?${fault}`);

const runCronAt = async (count: number) =>
  (await club.worker.getWorker()).scheduled({ scheduledTime: minute(count), cron: "* * * * *" });

const listSent = async () => (await readOutbox(club)).filter(({ sentAt }) => sentAt);

test.each(["fails", "loses"])(
  "while the queue %s what it is given, the cron makes the tables and sends emails and the alarm after ten minutes",
  async (way) => {
    const { countSeated } = await createDueWork();
    await setFault(`TASKS=${way}`);
    for (let count = 0; count < 10; count++) await runCronAt(count);
    expect(await countSeated()).toBe(0);
    for (let count = 10; count < 15; count++) await runCronAt(count);
    expect(await countSeated()).toBe(5);
    const sent = (await listSent()).map(({ kind, subject }) => (kind === "operator-alarm" ? subject : kind));
    expect(sent.filter((kind) => kind === "booking-confirmed")).toHaveLength(5);
    expect(sent).toContain("Problem: queue stopped");
    await club.takeLoggedErrors();
  },
);

test("a queue that hangs stops the cron for seconds, and then as one that fails", async () => {
  const { countSeated } = await createDueWork();
  await setFault("TASKS=hangs");
  for (const count of [0, 10, 11]) await runCronAt(count);
  expect(await countSeated()).toBe(5);
  await club.takeLoggedErrors();
});

test("crons that overlap, and a queue that comes back meanwhile, do each task once, or harmlessly again", async () => {
  const works = await Promise.all([createDueWork(), createDueWork(), createDueWork()]);
  await setFault("TASKS=loses");
  await runCronAt(0);
  const worker = await club.worker.getWorker();
  const comesBack = works.map(({ eventId }) =>
    worker.queue("oten-tasks", [
      {
        id: eventId,
        timestamp: new Date(),
        attempts: 1,
        body: { job: "makeTables", item: eventId, at: minute(10).getTime() },
      },
    ]),
  );
  await Promise.all([runCronAt(10), runCronAt(10), runCronAt(10), ...comesBack]);
  await setFault("");
  // Later, what was lost is sent again.
  for (const count of [16, 17]) await runCronAt(count);
  await expect.poll(() => club.db.$count(tasks), { timeout: 120_000 }).toBe(0);
  expect(await Promise.all(works.map(({ countSeated }) => countSeated()))).toEqual([5, 5, 5]);
  const sent = await listSent();
  expect(sent.filter(({ kind }) => kind === "booking-confirmed")).toHaveLength(15);
  const [beat] = await club.db.select().from(heartbeats).where(eq(heartbeats.name, "queue"));
  expect(beat?.at.getTime()).toBeGreaterThanOrEqual(minute(10).getTime());
  await club.takeLoggedErrors();
});
