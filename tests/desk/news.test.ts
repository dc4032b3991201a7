import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { profiles, users } from "#app/db/schema/account.ts";
import { consents } from "#app/db/schema/quiz.ts";
import { securityNotes } from "#app/db/schema/security.ts";
import { outbox } from "#app/db/schema.ts";
import { renderEmail } from "#app/emails/render-email.server.ts";
import { hourMs, secondMs } from "#app/lib/time-units.ts";
import { findQueuedEmail } from "#app/models/outbox/queued-emails.server.ts";
import { openClub } from "#tests/support/club.ts";
import { type CrashError, crashAtCall } from "#tests/support/crashing-database.ts";
import { deskVars, playAccess, postOperation, readPlan } from "#tests/support/desk.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { createEvening } from "#tests/support/evenings.ts";
import { createCity, type Diner, insertDiners, signUpDiner } from "#tests/support/events.ts";
import { parsePage, readHeading } from "#tests/support/html.ts";
import { runJob } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub({ vars: deskVars });
const ops = connectOps(club);
const access = playAccess();

const fields = { subject: "A new restaurant", text: "Hi {first name}, we now also eat at the lake." };
const typed = ["--subject", fields.subject, "--text", fields.text, "--yes"];
const soon = () => new Date(Date.now() + 15 * secondMs);

const writeNews = (db = club.db, now = soon()) => runJob("writeNews", { db, env: emailEnv }, now);

const listNews = async () =>
  (await club.db.select().from(outbox).orderBy(outbox.to)).filter(({ kind }) => kind === "club-news");

const addressesOf = async () => (await listNews()).map(({ to }) => to);

async function forget() {
  await club.db.delete(outbox);
  await club.db.delete(consents);
  await club.db.delete(securityNotes);
}

async function addReaders(userIds: string[], givenAt = new Date(1)): Promise<string[]> {
  for (const userId of userIds)
    await club.db.insert(consents).values({ userId, topic: "news", version: 1, givenAt });
  const rows = await club.db.select({ id: users.id, email: users.email }).from(users);
  return rows.flatMap(({ id, email }) => (userIds.includes(id) ? email : [])).sort();
}

const idOf = async ({ email }: Diner) => {
  const [row] = await club.db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return row?.id ?? "";
};

async function emailToFirst(): Promise<{ text: string; headers: Record<string, string> }> {
  const [first] = await listNews();
  const email = await findQueuedEmail(club.db, first?.id ?? "");
  if (!email) throw new Error("There is no such email.");
  return { headers: {}, ...renderEmail(emailEnv, email) };
}

const unsubscribePath = (headers: Record<string, string>) => {
  const url = new URL(headers["List-Unsubscribe"]?.slice(1, -1) ?? "");
  return url.pathname + url.search;
};

test("news goes to nobody who has not asked for it in the settings, where it says since when, and can be ended", async () => {
  await forget();
  const diner = await signUpDiner(club);
  const readSettings = async () => parsePage(await diner.get("/dashboard/settings"));
  const box = async () => (await readSettings()).querySelector("input[name=news]");
  expect((await box())?.hasAttribute("checked")).toBe(false);
  expect((await ops.run("message", "send", "--everybody", ...typed)).err).toContain("Nobody would get it");
  const save = (choice: Record<string, string>) =>
    diner.post("/dashboard/settings", { intent: "emails", reminders: "on", ...choice });
  await Promise.all([save({ news: "on" }), save({ news: "on" })]);
  expect((await box())?.hasAttribute("checked")).toBe(true);
  expect((await readSettings()).querySelector("main")?.textContent).toMatch(/You asked for it on .*\d{4}/);
  expect(await club.db.select().from(consents).where(eq(consents.topic, "news"))).toHaveLength(1);
  await ops.json("message", "send", "--everybody", ...typed);
  await writeNews();
  expect(await addressesOf()).toEqual([diner.email]);
  // What has not left yet is dropped, and that they had agreed stays as proof.
  await save({});
  expect((await box())?.hasAttribute("checked")).toBe(false);
  expect(await listNews()).toEqual([]);
  const [row] = await club.db.select().from(consents).where(eq(consents.topic, "news"));
  expect(row?.withdrawnAt).not.toBeNull();
});

test("news of a city goes to those who dined there, says how many before, and is read as one of them", async () => {
  await forget();
  const evening = await createEvening(club, [[5, 5]]);
  const readers = await addReaders(evening.guests.slice(0, 7).map(({ userId }) => userId));
  await addReaders(await insertDiners(club, 2));
  const anna = await access.headersOf("anna");
  const form = await parsePage(await club.fetch("/desk/do/message/send?city=budapest", { headers: anna }));
  const shown = form.querySelectorAll("main form > * [name]").map((field) => field.getAttribute("name"));
  expect(shown).toContain("text");
  expect(shown.slice(0, 2)).toEqual(["subject", "text"]);
  const planned = await postOperation(club, anna, "message send", { city: "budapest", ...fields });
  const says = planned.page.querySelector("main")?.textContent ?? "";
  expect(says).toContain("7 people");
  expect(says).toMatch(/As \S+ reads it/);
  expect(says).toMatch(/Hi \S+, we now also eat/);
  const done = await postOperation(club, anna, "message send", readPlan(planned.page));
  expect(done.page.querySelector("main")?.textContent).toContain("7 people");
  expect(await listNews()).toEqual([]);
  await writeNews();
  expect(await addressesOf()).toEqual(readers);
  const notes = await club.db.select().from(securityNotes).where(eq(securityNotes.detail, "message send"));
  expect(notes.map(({ userId }) => userId).sort()).toEqual(
    evening.guests
      .slice(0, 7)
      .map(({ userId }) => userId)
      .sort(),
  );
  expect(notes.every(({ operator }) => operator === "anna@club.example")).toBe(true);
  const list = await (await club.fetch("/desk/messages", { headers: anna })).text();
  expect(list).toContain(fields.subject);
  expect(list).toContain("7 still waiting");
  const empty = await createCity(club);
  const nobody = await ops.run("message", "send", "--city", empty, ...typed);
  expect(nobody.err).toContain("Nobody would get it");
});

test("one tap in the email ends the news, without signing in, also for a mail program, and the link alone changes nothing", async () => {
  await forget();
  const oneClick = (path: string) =>
    club.fetchBare(path, {
      method: "POST",
      headers: { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" },
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    });
  const isReader = async (diner: Diner) => {
    const rows = await club.db
      .select()
      .from(consents)
      .where(eq(consents.userId, await idOf(diner)));
    return rows.some(({ topic, withdrawnAt }) => topic === "news" && withdrawnAt === null);
  };
  for (const end of [oneClick, (path: string) => club.fetch(path, { method: "POST" })]) {
    await forget();
    const diner = await signUpDiner(club);
    await addReaders([await idOf(diner)]);
    await ops.json("message", "send", "--everybody", ...typed);
    await writeNews();
    const { text, headers } = await emailToFirst();
    const path = unsubscribePath(headers);
    expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    expect(text).toContain(path);
    expect(path).not.toContain(encodeURIComponent(diner.email));
    const shown = await club.fetch(path);
    expect(readHeading(await parsePage(shown))).toBe("Stop news from the club?");
    expect(await isReader(diner)).toBe(true);
    expect((await club.fetch(`${path.slice(0, -1)}!`, { method: "POST" })).status).toBe(400);
    expect(await isReader(diner)).toBe(true);
    expect((await end(path)).status).toBe(200);
    expect(await isReader(diner)).toBe(false);
    expect((await end(path)).status).toBe(200);
    // Reminders are another choice.
    const [profile] = await club.db
      .select()
      .from(profiles)
      .where(eq(profiles.id, await idOf(diner)));
    expect(profile?.wantsReminders).toBe(true);
    // Who asks for it again and taps in the old email ends it again.
    await addReaders([await idOf(diner)]);
    await end(path);
    expect(await isReader(diner)).toBe(false);
    // A mailbox that somebody had before decides nothing.
    await addReaders([await idOf(diner)]);
    await club.db.update(users).set({ linkSalt: "changed" }).where(eq(users.email, diner.email));
    expect((await end(path)).status).toBe(400);
    expect(await isReader(diner)).toBe(true);
  }
});

test("news is taken back for ten seconds, and after that as far as it has not left", async () => {
  await forget();
  await addReaders(await insertDiners(club, 3));
  const sent = await ops.json("message", "send", "--everybody", ...typed);
  await writeNews(club.db, new Date());
  expect(await listNews()).toEqual([]);
  expect((await ops.json("message", "undo", sent.id)).takenBack).toBe(3);
  await writeNews();
  expect(await listNews()).toEqual([]);
  const later = await ops.json("message", "send", "--everybody", ...typed);
  await writeNews();
  const [gone] = await listNews();
  await club.db
    .update(outbox)
    .set({ sentAt: new Date() })
    .where(eq(outbox.id, gone?.id ?? ""));
  expect((await ops.run("message", "undo", later.id)).out).toContain("1 email had left already");
  expect(await listNews()).toHaveLength(1);
});

test("20,000 readers get one email each, also where the job is killed at any of its steps and runs twice at once", async () => {
  await forget();
  const count = 20_000;
  await club.db.run(sql`INSERT INTO users (id, email, first_name, last_name, user_name, email_confirmed_at, created_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    SELECT 'reader-' || printf('%05d', i), 'reader' || i || '@oten.example', 'R' || i, 'X', 'R' || i, 1, 1 FROM n`);
  await club.db.run(
    sql`INSERT INTO profiles (id, first_name) SELECT id, first_name FROM users WHERE id LIKE 'reader-%'`,
  );
  await club.db.run(sql`INSERT INTO consents (id, user_id, topic, version, given_at)
    SELECT 'consent-' || id, id, 'news', 1, 1 FROM users WHERE id LIKE 'reader-%'`);
  const planned = await ops.run("message", "send", "--everybody", ...typed, "--dry-run");
  expect(planned.out + planned.err).toContain(`${count} people`);
  await ops.json("message", "send", "--everybody", ...typed);
  for (const isCallDone of [false, true])
    for (let callNumber = 1; callNumber <= 3; callNumber++) {
      const dying = openDatabase(crashAtCall(club.binding, { callNumber, isCallDone }));
      await writeNews(dying).catch((error: CrashError) => error);
    }
  const startedAt = Date.now();
  await Promise.all([writeNews(), writeNews()]);
  const tookMs = Date.now() - startedAt;
  const [counted] = await club.db.all<{ emails: number; addresses: number; notes: number }>(
    sql`SELECT count(*) AS emails, count(DISTINCT "to") AS addresses,
      (SELECT count(*) FROM security_notes WHERE user_id LIKE 'reader-%') AS notes FROM outbox WHERE kind = 'club-news'`,
  );
  expect(counted).toEqual({ emails: count, addresses: count, notes: count });
  expect(tookMs).toBeLessThan(30 * secondMs);
  expect(await writeNews(club.db, new Date(Date.now() + hourMs))).toBeUndefined();
  await forget();
});

test("only who runs the city writes to it, only an owner to everybody, and news names nobody's table", async () => {
  await forget();
  await addReaders((await createEvening(club, [[2]])).guests.map(({ userId }) => userId));
  const cili = await access.headersOf("cili");
  const dani = await access.headersOf("dani");
  const statusOf = async (headers: Record<string, string>, choice: Record<string, string>) =>
    (await postOperation(club, headers, "message send", { ...fields, ...choice })).status;
  expect(await statusOf(cili, { city: "budapest" })).toBe(200);
  expect(await statusOf(cili, { everybody: "on" })).toBe(409);
  const other = await createCity(club);
  expect(await statusOf(cili, { city: other })).toBe(409);
  expect(await statusOf(dani, { city: "budapest" })).toBe(409);
  expect(await statusOf(dani, { everybody: "on" })).toBe(409);
  expect(await statusOf(cili, { city: "budapest", text: "See you at table {table}." })).toBe(400);
  expect(await statusOf(cili, { city: "budapest", table: "3" })).toBe(400);
  expect((await ops.run("message", "send", "--everybody", "--city", "budapest", ...typed)).code).toBe(2);
});
