import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { deposits } from "#app/db/schema/deposit.ts";
import { heartbeats } from "#app/db/schema/health.ts";
import { emailBatches } from "#app/db/schema/outbox.ts";
import { tasks } from "#app/db/schema/task.ts";
import { outbox } from "#app/db/schema.ts";
import { loader } from "#app/routes/healthz_.deep.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";
import { newDeposit } from "#tests/support/deposits.ts";
import { createEvent } from "#tests/support/events.ts";
import { openSizedDatabase } from "#tests/support/sized-database.ts";
import { withinOneMinute } from "#tests/support/within-one-minute.ts";

const secret = "a secret of the monitor";
const club = openClub({ vars: { HEALTH_SECRET: secret } });
const shortClub = openClub({ vars: { HEALTH_SECRET: "abc" } });
const withoutLimit = { limit: async () => ({ success: true }) };
let networkCount = 0;
const minuteMs = 60_000;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * minuteMs);

const ask = (Authorization?: string) =>
  club.fetch("/healthz/deep", { headers: Authorization ? { Authorization } : {} });

async function findProblems(): Promise<string[]> {
  const response = await ask(`Bearer ${secret}`);
  const { problems } = (await response.json()) as { problems: { name: string }[] };
  expect(response.status).toBe(problems.length === 0 ? 200 : 503);
  return problems.map(({ name }) => name);
}

const insertEmail = (id: string, values: Partial<typeof outbox.$inferInsert>) =>
  club.db.insert(outbox).values({
    id,
    kind: "password-changed",
    to: "a@oten.example",
    priority: 0,
    data: {},
    createdAt: minutesAgo(60),
    dueAt: new Date(),
    expiresAt: minutesAgo(-60),
    ...values,
  });

test("says that the cron has never run, and that all is well once it has", async () => {
  expect(await findProblems()).toEqual(["cron stopped", "queue stopped"]);
  await runCron(club);
  expect(await findProblems()).toEqual([]);
});

test("opens with the secret as bearer token or as password, and with nothing else", async () => {
  const basic = (password: string) => `Basic ${Buffer.from(`monitor:${password}`).toString("base64")}`;
  expect((await ask(`Bearer ${secret}`)).status).toBe(200);
  expect((await ask(basic(secret))).status).toBe(200);
  for (const wrong of [undefined, "Bearer", `Bearer ${secret}x`, basic("x"), "Basic ???", secret])
    expect((await ask(wrong)).status, wrong).toBe(401);
});

test("a secret of less than 20 characters opens nothing, also to whoever has it, and the log says why", async () => {
  const open = (club: typeof shortClub, Authorization: string) =>
    club.fetch("/healthz/deep", { headers: { Authorization } });
  const refused = await open(shortClub, "Bearer abc");
  expect([refused.status, (await shortClub.fetch("/healthz/deep")).status]).toEqual([404, 404]);
  expect(await refused.text()).not.toContain("HEALTH_SECRET");
  const logged = (await shortClub.takeLoggedErrors()).join();
  expect(logged).toContain("HEALTH_SECRET is shorter than 20 characters");
  expect(logged).not.toContain("abc");
});

test("wrong guesses are limited as those of passwords are, also for whoever finds the secret then", async () => {
  const guess = (Authorization: string, address: string) =>
    club.fetch("/healthz/deep", { headers: { Authorization, "CF-Connecting-IP": address } });
  const [answers, late] = await withinOneMinute(async () => {
    const address = `198.18.9.${++networkCount}`;
    const wrong = await Promise.all(
      Array.from({ length: 40 }, (_, i) => guess(`Bearer wrong ${i}`, address)),
    );
    return [wrong, await guess(`Bearer ${secret}`, address)] as const;
  });
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array(30).fill(401),
    ...Array(10).fill(429),
  ]);
  expect([late.status, late.headers.get("Retry-After")]).toEqual([429, "60"]);
  expect((await guess(`Bearer ${secret}`, "198.18.10.1")).status).not.toBe(429);
});

test("does not stay red for months while the database is half full, and turns red when it is nearly full", async () => {
  const request = new Request(`${club.url}/healthz/deep`, { headers: { Authorization: `Bearer ${secret}` } });
  const statuses = [4, 5, 7.9, 8].map(async (gigabytes) => {
    const db = openSizedDatabase(club.binding, gigabytes * 1e9);
    const env = { HEALTH_SECRET: secret, SITE_URL: club.url, SIGN_IN_LIMIT: withoutLimit };
    const context = { db, env, now: new Date() };
    return (await loader({ request, context, params: {} } as unknown as LoaderFunctionArgs)).status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 503]);
});

test("says so when the cron or the queue has not run for five minutes", async () => {
  await club.db.update(heartbeats).set({ at: minutesAgo(6) });
  expect(await findProblems()).toEqual(["cron stopped", "queue stopped"]);
  await club.db.update(heartbeats).set({ at: minutesAgo(4) });
  expect(await findProblems()).toEqual([]);
});

test("says so when an email is due for ten minutes, unless it is not worth sending anymore", async () => {
  await insertEmail("expired", { dueAt: minutesAgo(20), expiresAt: minutesAgo(1) });
  await insertEmail("waiting", { dueAt: minutesAgo(9) });
  expect(await findProblems()).toEqual([]);
  await insertEmail("late", { dueAt: minutesAgo(11) });
  expect(await findProblems()).toEqual(["emails late"]);
  await club.db.delete(outbox);
});

test("says so when a batch of emails has failed twice", async () => {
  const batch = { priority: 0, createdAt: new Date(), dueAt: new Date(), lastError: "503 oops" };
  await club.db.insert(emailBatches).values({ ...batch, id: "once", attempts: 1 });
  expect(await findProblems()).toEqual([]);
  await club.db.insert(emailBatches).values({ ...batch, id: "twice", attempts: 2 });
  expect(await findProblems()).toEqual(["emails failing"]);
  await club.db.delete(emailBatches);
});

test("says so when an event has no tables a quarter of an hour after booking ended", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 47 });
  const closeAt = (at: Date) =>
    club.binding.prepare("UPDATE events SET closes_at = ? WHERE id = ?").bind(at.getTime(), eventId).run();
  await closeAt(minutesAgo(14));
  expect(await findProblems()).toEqual([]);
  await closeAt(minutesAgo(16));
  expect(await findProblems()).toEqual(["tables late"]);
  await club.binding.prepare("UPDATE events SET canceled_at = 1 WHERE id = ?").bind(eventId).run();
  expect(await findProblems()).toEqual([]);
});

test("says so when a task, an email or a refund is parked", async () => {
  const now = new Date();
  await club.db
    .insert(tasks)
    .values({ id: "t", job: "makeTables", item: "e", createdAt: now, queuedAt: now, parkedAt: now });
  await insertEmail("parked", { parkedAt: now });
  const refunding = { state: "refunding", dueAt: minutesAgo(-60), parkedAt: now } as const;
  await club.db.insert(deposits).values(newDeposit(undefined, refunding));
  expect(await findProblems()).toEqual(["tasks parked", "emails parked", "deposits parked"]);
});
