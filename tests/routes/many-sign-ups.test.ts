import { sql } from "drizzle-orm";
import { afterAll, afterEach, expect, test } from "vitest";
import { signUps, users } from "#app/db/schema/account.ts";
import { outbox } from "#app/db/schema.ts";
import { insertRows } from "#app/db/statements.ts";
import { findProblems } from "#app/models/health/problems.server.ts";
import { createFormPost, register } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { parsePage, readAlerts, readFieldValue, readPageText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { createPortPool } from "#tests/support/port-pool.ts";

const hourMs = 3_600_000;

/** Plays Turnstile. */
const asked: string[] = [];
const turnstile = await createPortPool()(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  asked.push(body);
  response.end(JSON.stringify({ success: new URLSearchParams(body).get("response") === "human" }));
}, "challenges.cloudflare.com");
afterAll(turnstile.close);

const club = openClub();
const checkingClub = openClub({
  vars: {
    USUAL_SIGN_UPS_PER_HOUR: "5",
    TURNSTILE_SITE_KEY: "public-key",
    TURNSTILE_SECRET: "turnstile-secret",
  },
});

afterEach(async () => {
  for (const { db } of [club, checkingClub]) await db.batch([db.delete(signUps), db.delete(outbox)]);
});

let count = 0;
const from = (address: string, email = `somebody-${++count}@domain-${count}.example`, more = {}) =>
  register(club, email, more, { "CF-Connecting-IP": address });

/** Each from another network. */
const addSignUps = (size: number, at: Date) =>
  club.db.batch(
    insertRows(
      club.db,
      signUps,
      Array.from({ length: size }, () => ({ network: crypto.randomUUID(), at })),
    ),
  );

const repeatLast = (times: number) =>
  club.db.run(sql`insert into ${signUps} (network, at)
    select network, at from (select * from ${signUps} order by id desc limit 1),
      json_each(${JSON.stringify(Array(times).fill(0))})`);

const whenEmailsLeave = async ({ db } = club) =>
  (await db.select().from(outbox).orderBy(outbox.createdAt)).map(({ dueAt, createdAt }) =>
    Math.round((dueAt.getTime() - createdAt.getTime()) / 60_000),
  );

test.each([
  ["IPv4", (i: number) => `203.0.113.${i}`, "203.0.112.1"],
  ["IPv6", (i: number) => `2001:db8:7:${i}::1`, "2001:db8:8::1"],
])(
  "neighbors of one %s network sign up ten times an hour, then wait, then hear why not",
  async (_, address, other) => {
    const statuses = [(await from(address(1))).status];
    await repeatLast(8);
    for (let i = 2; i < 4; i++) statuses.push((await from(address(i))).status);
    await repeatLast(8);
    for (let i = 4; i < 6; i++) statuses.push((await from(address(i))).status);
    expect(statuses).toEqual([302, 302, 302, 302, 429]);
    expect(await whenEmailsLeave()).toEqual([0, 0, 15, 15]);
    const refused = await from(address(99), "zsofi@anywhere.example");
    expect(refused.headers.get("Retry-After")).toBe("3600");
    const page = await parsePage(refused);
    expect(readAlerts(page).join()).toContain("Try again in an hour");
    expect(readFieldValue(page, "Email")).toBe("zsofi@anywhere.example");
    expect(await club.db.$count(users)).toBeGreaterThan(0);
    expect((await from(other)).status).toBe(302);
    expect((await whenEmailsLeave()).at(-1)).toBe(0);
  },
);

test("sign-ups sent at once are counted exactly", async () => {
  await from("203.0.113.5");
  await repeatLast(17);
  const answers = await Promise.all(Array.from({ length: 6 }, () => from("203.0.113.5")));
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(2);
});

test("says that the email takes longer, and takes as long whether or not the address has an account", async () => {
  await from("203.0.113.7", "known@domain.example");
  await repeatLast(9);
  await club.db.delete(outbox);
  const answer = await from("203.0.113.7", "known@domain.example");
  const page = await club.fetch(answer.headers.get("Location") ?? "");
  expect(await readPageText(page)).toContain("our confirmation email comes in 15 minutes");
  expect(await whenEmailsLeave()).toEqual([15]);
});

test("no other form sends a link to an address whose confirmation waits", async () => {
  await from("203.0.113.9");
  await repeatLast(9);
  await club.db.delete(outbox);
  await from("203.0.113.9", "stranger@domain.example");
  await club.fetch("/forgot-password", createFormPost({ email: "stranger@domain.example" }));
  await club.db.update(outbox).set({ createdAt: new Date(Date.now() - hourMs) });
  await club.fetch("/email-confirmed", createFormPost({ email: "stranger@domain.example" }));
  expect(await club.db.select().from(outbox)).toMatchObject([{ kind: "confirm-email", sentAt: null }]);
});

test("an unusual hour raises an alarm, which ends by itself", async () => {
  const now = new Date();
  await addSignUps(59, now);
  const names = async (at: Date) => (await findProblems(club.db, at)).map(({ name }) => name);
  expect(await names(now)).not.toContain("many sign-ups");
  await addSignUps(1, now);
  expect(await names(now)).toContain("many sign-ups");
  expect(await names(new Date(now.getTime() + hourMs + 1))).not.toContain("many sign-ups");
  await runJob("deleteExpired", createJobContext(club), new Date(now.getTime() + 25 * hourMs));
  expect(await club.db.$count(signUps)).toBe(0);
});

test("in an unusual hour a person who passes Turnstile signs up at once, and others wait", async () => {
  const registerHere = (token?: string) =>
    register(
      checkingClub,
      `human-${++count}@domain-${count}.example`,
      token ? { "cf-turnstile-response": token } : {},
    );
  const load = () => checkingClub.fetch("/register");
  const usual = await load();
  expect(usual.headers.get("Content-Security-Policy")).not.toContain("cloudflare");
  expect(await usual.text()).not.toContain("turnstile");
  for (let i = 0; i < 5; i++) await registerHere();
  const unusual = await load();
  expect(unusual.headers.get("Content-Security-Policy")).toContain(
    "frame-src https://challenges.cloudflare.com;",
  );
  const html = await unusual.text();
  expect(html).toContain('data-sitekey="public-key"');
  expect(html).toMatch(/<script async="" src="https:\/\/challenges\.cloudflare\.com[^>]* nonce="/);
  await checkingClub.db.delete(outbox);
  expect((await registerHere("human")).status).toBe(302);
  expect(new URLSearchParams(asked.at(-1)).get("secret")).toBe("turnstile-secret");
  expect((await registerHere("machine")).status).toBe(302);
  expect(await whenEmailsLeave(checkingClub)).toEqual([0, 15]);
  for (let i = 0; i < 3; i++) await registerHere();
  const refused = await registerHere("machine");
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('data-sitekey="public-key"');
  expect((await registerHere("human")).status).toBe(302);
});
