import { scheduler } from "node:timers/promises";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { emailBatches } from "#app/db/schema/outbox.ts";
import { tasks } from "#app/db/schema/task.ts";
import { outbox } from "#app/db/schema.ts";
import { sendAfterResponse } from "#app/emails/send-emails.server.ts";
import type { TaskMessage } from "#app/jobs/tasks.server.ts";
import type { EmailData, EmailKind } from "#app/lib/email-kinds.ts";
import { findProblems } from "#app/models/health/problems.server.ts";
import { claimEmailBatch } from "#app/models/outbox/claim-emails.server.ts";
import { pauseSending } from "#app/models/outbox/email-batches.server.ts";
import { retryEmails } from "#app/models/outbox/manage-outbox.server.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { bookForDiners, createEvent, insertDiners, seatTogether } from "#tests/support/events.ts";
import { countDoubled, type EmailFault, startFakeResend } from "#tests/support/fake-resend.ts";

// As in a Worker.
Object.assign(globalThis, { scheduler });

let faults: (EmailFault | Promise<EmailFault>)[] = [];
let invalidAddresses: string[] = [];
let wholeRefusal: string | undefined;
const resend = await startFakeResend({
  nextFault: () => faults.shift() ?? "none",
  refusesWhole: (to) => wholeRefusal !== undefined && to === `${wholeRefusal}@oten.example`,
  isInvalid: (to) => invalidAddresses.includes(to),
});
afterAll(() => resend.close());

const club = openClub({ vars: { ...resend.vars, EMAIL_REQUESTS_PER_SECOND: "5" } });

beforeEach(async () => {
  faults = [];
  invalidAddresses = [];
  resend.delivered.length = 0;
  await club.db.delete(outbox);
  await club.db.delete(emailBatches);
});

interface QueuedEmail {
  id: string;
  kind?: EmailKind;
  data?: EmailData[EmailKind];
  priority?: number;
  expiresAt?: Date;
}

const queueEmails = (emails: QueuedEmail[]) =>
  club.db.insert(outbox).values(
    emails.map(({ id, kind = "password-changed", data = {}, priority = 0, expiresAt }) => ({
      id,
      kind,
      to: `${id}@oten.example`,
      priority,
      data,
      createdAt: new Date(),
      dueAt: new Date(),
      expiresAt: expiresAt ?? new Date(Date.now() + 3_600_000),
    })),
  );

const makeBatchesDue = () => club.db.update(emailBatches).set({ dueAt: new Date(0), pausedUntil: null });

const findEmail = async (id: string) =>
  (await club.db.select().from(outbox)).find((email) => email.id === id);

const listRecipients = () => resend.delivered.map(({ to }) => to.replace("@oten.example", ""));

test("sends every email once, up to a hundred in a request, however many cron runs overlap", async () => {
  for (let start = 0; start < 230; start += 10)
    await queueEmails(Array.from({ length: 10 }, (_, i) => ({ id: `many-${start + i}` })));
  const before = resend.countRequests().all;
  await Promise.all([runCron(club), runCron(club), runCron(club), runCron(club)]);
  expect(resend.delivered).toHaveLength(230);
  expect(countDoubled(resend.delivered)).toBe(0);
  expect(resend.countRequests().all - before).toBe(3);
  expect((await findEmail("many-229"))?.sentAt).toBeInstanceOf(Date);
});

test("sends account emails first, then those for today's dinner, then the rest", async () => {
  for (const [name, priority] of [
    ["rest", 2],
    ["today", 1],
    ["account", 0],
  ] as const)
    for (let start = 0; start < 100; start += 10)
      await queueEmails(Array.from({ length: 10 }, (_, i) => ({ id: `${name}-${start + i}`, priority })));
  await runCron(club);
  const inOrder = listRecipients().map((name) => name.split("-")[0]);
  expect(inOrder).toEqual([
    ...Array(100).fill("account"),
    ...Array(100).fill("today"),
    ...Array(100).fill("rest"),
  ]);
});

test.each<EmailFault>(["500 before", "500 after", "cut before", "cut after"])(
  "sends the same emails again under the same key after %s, and each arrives once",
  async (fault) => {
    faults = [fault];
    await queueEmails([{ id: "one" }, { id: "two" }]);
    await runCron(club);
    expect(await findEmail("one")).toMatchObject({ sentAt: null, parkedAt: null });
    await queueEmails([{ id: "three" }]);
    await makeBatchesDue();
    await runCron(club);
    expect(listRecipients().sort()).toEqual(["one", "three", "two"]);
    expect((await findEmail("one"))?.sentAt).toBeInstanceOf(Date);
  },
);

test("counts a batch as sent when its key was used for an email that was dropped since", async () => {
  faults = ["500 after"];
  await queueEmails([{ id: "kept" }, { id: "zdropped" }]);
  await runCron(club);
  await club.binding.exec("DELETE FROM outbox WHERE id = 'zdropped'");
  await makeBatchesDue();
  await runCron(club);
  expect(listRecipients()).toEqual(["kept", "zdropped"]);
  expect((await findEmail("kept"))?.sentAt).toBeInstanceOf(Date);
});

test("sends nothing until the pause is over that the provider asks for", async () => {
  faults = ["429"];
  await queueEmails([{ id: "patient" }]);
  const startedMs = Date.now();
  await runCron(club);
  expect(listRecipients()).toEqual(["patient"]);
  expect((resend.delivered[0]?.atMs ?? 0) - startedMs).toBeGreaterThan(1_950);
});

test("a pause of the provider is no failure that the operator hears of, neither during nor after it", async () => {
  await queueEmails([{ id: "paused" }]);
  const now = new Date();
  const { batch } = await claimEmailBatch(club.db, now, 0);
  if (!batch) throw new Error("Nothing was claimed");
  const findFailing = async () =>
    (await findProblems(club.db, now)).filter(({ name }) => name === "emails failing");
  for (const pauseMs of [60_000, -1]) {
    await pauseSending(club.db, batch, { error: "429 slow down", pauseMs, now });
    expect(await findFailing()).toEqual([]);
  }
  expect((await claimEmailBatch(club.db, now, 0)).batch).toMatchObject({ id: batch.id, attempts: 2 });
  expect(await findFailing()).toEqual([]);
});

test("goes on after a pause that outlasts a run, without waiting for the next cron", async () => {
  faults = Array(8).fill("429");
  await queueEmails([{ id: "very-patient" }]);
  await runCron(club);
  expect(listRecipients()).toEqual(["very-patient"]);
});

test("goes on when the database says that the pause is over, whatever the time of the cron", async () => {
  faults = ["500 before", "500 before"];
  await queueEmails([{ id: "early-clock" }]);
  await runCron(club);
  const requestsBefore = resend.countRequests().all;
  await club.db
    .update(emailBatches)
    .set({ dueAt: new Date(Date.now() + 60_000), pausedUntil: new Date(Date.now() - 1) });
  await runCron(club);
  await runCron(club);
  expect(resend.countRequests().all - requestsBefore, "the answer was lost, so it waits again").toBe(1);
  await makeBatchesDue();
  await runCron(club);
  expect(listRecipients()).toEqual(["early-clock"]);
});

test("waits between requests as long as the provider's limit asks for, however many workers send", async () => {
  for (let start = 0; start < 1_200; start += 10)
    await queueEmails(Array.from({ length: 10 }, (_, i) => ({ id: `pace-${start + i}` })));
  await Promise.all([runCron(club), runCron(club)]);
  expect(resend.delivered).toHaveLength(1_200);
  const times = (await club.db.select().from(emailBatches))
    .map(({ attemptedAt }) => Number(attemptedAt))
    .sort();
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  expect(gaps).toHaveLength(11);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(200);
});

test("of many who want an email at once, one sends for all, within seconds and without the cron", async () => {
  const { binding, worker } = club;
  let [claims, handedOut] = [0, 0];
  const counting = new Proxy(binding, {
    get: (target, name) =>
      name === "batch"
        ? (statements: D1PreparedStatement[]) => {
            if (statements.length > 5) claims++;
            return target.batch(statements);
          }
        : Reflect.get(target, name),
  });
  const queue = await worker.getQueueProducer<TaskMessage>("TASKS");
  // So slow that emails wait for each other also where a machine needs long to write one.
  const env = { ...emailEnv, ...resend.vars, EMAIL_REQUESTS_PER_SECOND: "2" } as Env;
  env.TASKS = {
    send(message: TaskMessage) {
      handedOut++;
      return queue.send(message);
    },
  } as unknown as Env["TASKS"];
  const people = Array.from({ length: 130 }, (_, i) => `crowd-${i}`);
  const sending: Promise<unknown>[] = [];
  const beganAtMs = performance.now();
  for (const id of people) {
    await queueEmails([{ id }]);
    const context = { db: openDatabase(counting), env };
    sendAfterResponse({ ...context, waitUntil: (work) => sending.push(work) });
    await scheduler.wait(25);
  }
  await expect.poll(() => listRecipients().length).toBe(people.length);
  await Promise.all(sending);
  expect(countDoubled(resend.delivered)).toBe(0);
  // The queue is allowed five requests in a second; where nobody looked for a sender first, all others would claim too.
  const seconds = (performance.now() - beganAtMs) / 1_000;
  expect(claims).toBeLessThan(people.length / 2 + seconds * 6);
  expect(handedOut, "after three seconds the queue goes on").toBeGreaterThan(0);
  // The queue would take the emails of the next test.
  await expect.poll(() => club.db.$count(tasks)).toBe(0);
});

test("parks an email that the provider refuses, and sends the others of its batch", async () => {
  invalidAddresses = ["bad@oten.example"];
  await queueEmails([{ id: "good" }, { id: "bad" }, { id: "fine" }]);
  await runCron(club);
  expect(listRecipients().sort()).toEqual(["fine", "good"]);
  expect(await findEmail("bad")).toMatchObject({ sentAt: null, lastError: "Invalid `to` field" });
  expect((await findEmail("bad"))?.parkedAt).toBeInstanceOf(Date);
});

test("parks an email that can't be rendered, and sends the others of its batch", async () => {
  await queueEmails([{ id: "good" }, { id: "bad", kind: "reminder" }]);
  await runCron(club);
  expect(listRecipients()).toEqual(["good"]);
  expect((await findEmail("bad"))?.parkedAt).toBeInstanceOf(Date);
});

test("parts a batch that is refused as a whole until the wrong email is alone", async () => {
  wholeRefusal = "bad";
  await queueEmails([{ id: "a" }, { id: "b" }, { id: "bad" }, { id: "c" }, { id: "d" }]);
  await runCron(club);
  wholeRefusal = undefined;
  expect(listRecipients().sort()).toEqual(["a", "b", "c", "d"]);
  expect(await findEmail("bad")).toMatchObject({ sentAt: null, lastError: "422 Invalid email" });
});

test("parks a batch that is refused after nobody knew whether it was taken, instead of sending it twice", async () => {
  faults = ["500 after"];
  await queueEmails([{ id: "maybe" }, { id: "perhaps" }]);
  await runCron(club);
  wholeRefusal = "maybe";
  await makeBatchesDue();
  await runCron(club);
  wholeRefusal = undefined;
  expect(listRecipients()).toEqual(["maybe", "perhaps"]);
  expect((await findEmail("maybe"))?.lastError).toMatch(/^it may have been sent: 422/);
  expect((await findEmail("perhaps"))?.parkedAt).toBeInstanceOf(Date);
});

test("parks a batch without an answer for a day, since the provider forgets its key", async () => {
  faults = ["500 after"];
  await queueEmails([{ id: "old" }]);
  await runCron(club);
  await club.db.update(emailBatches).set({ createdAt: new Date(Date.now() - 24 * 3_600_000) });
  await makeBatchesDue();
  await runCron(club);
  expect(listRecipients()).toEqual(["old"]);
  expect((await findEmail("old"))?.lastError).toMatch(/^it may have been sent/);
});

test("does not send an email that is not true anymore", async () => {
  const eventId = await createEvent(club);
  const [canceled = "", seated = ""] = await insertDiners(club, 2);
  const ids = await bookForDiners(club, [canceled, seated], eventId);
  await seatTogether(club, eventId, ids);
  const confirm = (id: string, bookingId: string | undefined) =>
    club.db.insert(outbox).values({
      id,
      kind: "booking-confirmed",
      to: `${id}@oten.example`,
      priority: 1,
      bookingId,
      data: { reason: "seated" },
      createdAt: new Date(),
      dueAt: new Date(),
      expiresAt: new Date(Date.now() + 3_600_000),
    });
  await confirm("canceled", ids[0]);
  await confirm("seated", ids[1]);
  await club.binding.prepare("UPDATE bookings SET canceled = 1 WHERE id = ?").bind(ids[0]).run();
  await runCron(club);
  expect(listRecipients()).toEqual(["seated"]);
  expect(await findEmail("canceled")).toMatchObject({ sentAt: null, lastError: "no longer true" });
});

test("sends an expired email once an operator asks for it, also one whose batch has failed", async () => {
  faults = ["500 before"];
  await queueEmails([{ id: "again" }]);
  await runCron(club);
  await club.db.update(outbox).set({ expiresAt: new Date(Date.now() - 1) });
  await makeBatchesDue();
  await runCron(club);
  await runCron(club);
  expect(listRecipients()).toEqual([]);
  expect((await findEmail("again"))?.expiredAt).toBeInstanceOf(Date);
  expect(await retryEmails(club.db, "again", new Date())).toBe(1);
  await runCron(club);
  expect(listRecipients()).toEqual(["again"]);
});

test("does not send an email that is not worth sending anymore", async () => {
  await queueEmails([{ id: "late", expiresAt: new Date(Date.now() - 1) }, { id: "early" }]);
  await runCron(club);
  expect(listRecipients()).toEqual(["early"]);
  expect(await findEmail("late")).toMatchObject({ sentAt: null, parkedAt: null });
});

test("an account email written in the middle of a mail-out leaves before the rest of it", async () => {
  for (let start = 0; start < 1_000; start += 10)
    await queueEmails(Array.from({ length: 10 }, (_, i) => ({ id: `mass-${start + i}`, priority: 2 })));
  let goOn = () => {};
  faults = [
    new Promise((resolve) => {
      goOn = () => resolve("none");
    }),
  ];
  const sending = runCron(club);
  await expect.poll(() => faults).toEqual([]);
  await queueEmails([{ id: "urgent" }]);
  goOn();
  await sending;
  expect(listRecipients().indexOf("urgent")).toBeLessThan(900);
});
