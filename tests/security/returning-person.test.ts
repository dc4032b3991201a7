import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { accountKeys, avoidances, blocks, users } from "#app/db/schema/account.ts";
import { keptChanges } from "#app/db/schema/backup.ts";
import { bookings, erasedSeats } from "#app/db/schema/booking.ts";
import { wishes } from "#app/db/schema.ts";
import { makeAccountKeys } from "#app/lib/account/account-key.server.ts";
import { feedbackWindow } from "#app/lib/event/event-times.ts";
import { deleteOldAccountKeys } from "#app/models/account/account-keys.server.ts";
import { addAvoidance } from "#app/models/account/avoidances.server.ts";
import { findAccount } from "#app/models/account/users.server.ts";
import { putKeptChanges } from "#app/models/backup/kept-changes.server.ts";
import {
  beVerified,
  confirm,
  createFormPost,
  fetchStatus,
  findLinkToken,
  login,
  newEmail,
  readCookies,
  register,
  signUpThroughForms,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { dumpClub } from "#tests/support/dump-club.ts";
import { book, createEvent, signUpDiner, testCity } from "#tests/support/events.ts";
import { parsePage, readAlerts, readText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";
import {
  answer,
  dineTogether,
  fillIn,
  openFeedback,
  type PastDiner,
  send,
} from "#tests/support/past-dinners.ts";

const club = openClub();
const ops = connectOps(club);
const dayMs = 86_400_000;

const idOf = async (email: string) => (await findAccount(club.db, email))?.id ?? "";
const post = (cookie: string, path: string, fields: Record<string, string>) =>
  club.fetch(path, { ...createFormPost(fields), headers: { Cookie: cookie } });

async function deleteAccount(email: string, cookie: string): Promise<void> {
  await beVerified(club, cookie);
  await post(cookie, "/dashboard/settings/delete", { email });
  expect(await idOf(email)).toBe("");
}

/** Whom the account of this address is kept apart from. */
const listApart = async (email: string) =>
  (await ops.json("avoid", "list", email)).map(
    ({ userId, otherId }: { userId: string; otherId: string }) => `${userId} ${otherId}`,
  );

test("whoever is avoided, or avoids, is so again with a new account of the same mailbox", async () => {
  const [harasser, diner] = ["bela.nagy@gmail.com", newEmail()];
  const cookie = await signUpThroughForms(club, harasser);
  const dinerCookie = await signUpThroughForms(club, diner);
  const dinerId = await idOf(diner);
  await addAvoidance(club.db, [dinerId, await idOf(harasser)], new Date());
  await deleteAccount(harasser, cookie);
  expect(await listApart(diner)).toEqual([]);

  await signUpThroughForms(club, "bela.nagy+again@googlemail.com");
  const again = await idOf("bela.nagy+again@googlemail.com");
  expect(await listApart(diner)).toEqual([`${dinerId} ${again}`]);

  // The other one too, and then both while neither has an account.
  await deleteAccount(diner, dinerCookie);
  await signUpThroughForms(club, diner);
  expect(await listApart(diner)).toEqual([`${await idOf(diner)} ${again}`]);
  await ops.json("user", "erase", diner, "--yes");
  await ops.json("user", "erase", again, "--yes");
  await signUpThroughForms(club, diner);
  await signUpThroughForms(club, harasser);
  expect(await listApart(diner)).toEqual([`${await idOf(diner)} ${await idOf(harasser)}`]);

  // Taken back is taken back.
  await ops.json("avoid", "remove", diner, harasser);
  await ops.json("user", "erase", harasser, "--yes");
  await signUpThroughForms(club, harasser);
  expect(await listApart(diner)).toEqual([]);
});

/** By mailbox, its addresses. */
const spellings = {
  gmail: [
    "bela.nagy@gmail.com",
    "belanagy@gmail.com",
    "b.e.l.a.nagy+again@googlemail.com",
    "bela.nagy@ｇmail.com",
  ],
  "gmail of somebody else": ["bela-nagy@gmail.com"],
  proton: [
    "bela.nagy@proton.me",
    "belanagy@protonmail.com",
    "bela-nagy@pm.me",
    "bela_nagy+again@protonmail.ch",
    "b.e.l.a.nagy@proton.me",
  ],
  apple: ["bela.nagy@icloud.com", "bela.nagy@me.com", "bela.nagy@mac.com", "bela.nagy+again@icloud.com"],
  "apple of somebody else": ["belanagy@icloud.com"],
  "another provider": ["bela.nagy@mail.example", "bela.nagy+again@mail.example"],
  "another of its mailboxes": ["belanagy@mail.example"],
  "a domain with an accent": ["bela@sör.example", "bela@xn--sr-fka.example"],
  "the same without": ["bela@sor.example"],
};

test("all spellings of one mailbox are one person, and those of two are two", () => {
  const keyOf = (email: string) =>
    makeAccountKeys({ SESSION_SECRET: "one" } as Env, { email }).current.join();
  const keys = Object.values(spellings).map((emails) => new Set(emails.map(keyOf)));
  expect(keys.map(({ size }) => size)).toEqual(keys.map(() => 1));
  expect(new Set(keys.flatMap((some) => [...some])).size).toBe(keys.length);
});

test.each(["icloud.com to me.com", "proton.me to pm.me", "gmail.com to googlemail.com"])(
  "nobody sheds a block by going from %s",
  async (domains) => {
    const [from, to] = domains.split(" to ");
    const name = `shed${newEmail().replace(/\D/g, "")}`;
    await signUpThroughForms(club, `${name}@${from}`);
    await ops.json("user", "block", `${name}@${from}`, "--reason", "Bothered a table.", "--yes");
    await ops.json("user", "erase", `${name}@${from}`, "--yes");
    await signUpThroughForms(club, `${name}@${to}`);
    expect(await ops.json("user", "show", `${name}@${to}`)).toMatchObject({
      block: { reason: "blocked before this account was made" },
    });
  },
);

test("an avoidance outlives a change of address before the account is deleted, and joins an account that takes the old address", async () => {
  const [first, second, diner, stranger] = [newEmail(), newEmail(), newEmail(), newEmail()];
  const cookie = await signUpThroughForms(club, first);
  await signUpThroughForms(club, diner);
  await addAvoidance(club.db, [await idOf(diner), await idOf(first)], new Date());
  await beVerified(club, cookie);
  await post(cookie, "/dashboard/settings/email", { email: second });
  await post(cookie, "/dashboard/settings/email", { token: await findLinkToken(club, second) });
  await deleteAccount(second, cookie);
  await signUpThroughForms(club, first);
  expect(await listApart(diner)).toHaveLength(1);
  await ops.json("user", "erase", first, "--yes");

  const other = await signUpThroughForms(club, stranger);
  await beVerified(club, other);
  await post(other, "/dashboard/settings/email", { email: first });
  expect(await listApart(diner)).toEqual([]);
  await post(other, "/dashboard/settings/email", { token: await findLinkToken(club, first) });
  expect(await listApart(diner)).toEqual([`${await idOf(diner)} ${await idOf(first)}`]);
});

test("a blocked person is signed out, loses their bookings, and hears at the sign-in why, also with a new account", async () => {
  const diner = await signUpDiner(club, { throughForms: true });
  const bookingId = await book(diner, await createEvent(club));
  expect(bookingId).not.toBe("");
  const block = ["user", "block", diner.email, "--reason", "Bothered Anna Kovács."];
  expect((await ops.run(...block, "--dry-run")).out).toContain(
    "sign them out everywhere, and cancel 1 booking: they get an email about each, and their deposits back",
  );
  expect((await ops.run(...block)).code).toBe(4);
  expect((await ops.run(...block, "--until", "2020-01-01 10:00", "--yes")).code).toBe(2);
  expect(await ops.json(...block, "--yes")).toMatchObject({ canceledCount: 1 });
  expect((await ops.run("user", "show", diner.email)).out).toMatch(
    /blocked since .*: Bothered Anna Kovács\./,
  );
  expect(await fetchStatus(club, diner.cookie)).toBe(302);
  const canceled = await club.binding
    .prepare("SELECT canceled_by_club FROM bookings WHERE id = ?")
    .bind(bookingId);
  expect(await canceled.first("canceled_by_club")).toBe(1);

  const readRefusal = async (response: Response) => readAlerts(await parsePage(response)).join();
  const sentence =
    "The club has blocked this account. You can’t book or come to dinners with it. If you think that’s a mistake, write to us";
  expect(await readRefusal(await login(club, diner.email))).toContain(sentence);
  expect(await readRefusal(await login(club, diner.email, { password: "wrong" }))).not.toContain("blocked");

  await ops.json("user", "erase", diner.email, "--yes");
  // Nothing that is left names anybody.
  const dump = JSON.stringify(await dumpClub(club));
  for (const trace of [diner.email, "Bothered", "Anna Kovács"]) expect(dump).not.toContain(trace);

  const registered = await register(club, diner.email);
  const confirmed = await confirm(club, await findLinkToken(club, diner.email), readCookies(registered));
  expect(await fetchStatus(club, readCookies(confirmed))).toBe(302);
  expect(await readRefusal(await login(club, diner.email))).toContain(sentence);
  expect(await ops.json("user", "unblock", diner.email)).toMatchObject({ id: await idOf(diner.email) });
  expect((await login(club, diner.email)).status).toBe(302);
  expect((await ops.run("user", "unblock", diner.email)).code).toBe(4);
});

test("a block ends by itself", async () => {
  const email = newEmail();
  await signUpThroughForms(club, email);
  await ops.json("user", "block", email, "--reason", "A week off.", "--until", "2999-01-01 10:00", "--yes");
  expect((await login(club, email)).status).toBe(400);
  await club.db.update(blocks).set({ endsAt: new Date(Date.now() - 1), createdAt: new Date(0) });
  expect((await login(club, email)).status).toBe(302);

  // Another one has its own beginning, and one that changes a block in force does not.
  const readSince = async () =>
    (
      await club.db
        .select()
        .from(blocks)
        .where(eq(blocks.userId, await idOf(email)))
    )[0]?.createdAt;
  await ops.json("user", "block", email, "--reason", "Again.", "--yes");
  const since = await readSince();
  expect(since?.getTime()).toBeGreaterThan(0);
  await ops.json("user", "block", email, "--reason", "For good.", "--yes");
  expect(await readSince()).toEqual(since);
});

test("keys of deleted accounts stay for two years where they are needed, and no others", async () => {
  const [plain, apart, blocked] = [newEmail(), newEmail(), newEmail()];
  const madeBySomebodyElse = makeAccountKeys({ SESSION_SECRET: "another" } as Env, { email: apart }).known;
  const cookies = new Map<string, string>();
  for (const email of [plain, apart, blocked]) cookies.set(email, await signUpThroughForms(club, email));
  const ids = new Map([
    [apart, await idOf(apart)],
    [blocked, await idOf(blocked)],
    [plain, await idOf(plain)],
  ]);
  const other = newEmail();
  await signUpThroughForms(club, other);
  await addAvoidance(club.db, [ids.get(apart) ?? "", await idOf(other)], new Date());
  const countOf = (email: string) =>
    club.db.$count(accountKeys, eq(accountKeys.userId, ids.get(email) ?? ""));
  await ops.json("user", "block", blocked, "--reason", "For good.", "--yes");
  for (const email of [plain, apart, blocked]) await ops.json("user", "erase", email, "--yes");
  expect([await countOf(plain), await countOf(apart), await countOf(blocked)]).toEqual([0, 1, 1]);
  const kept = JSON.stringify(await club.db.select().from(accountKeys));
  for (const trace of [...madeBySomebodyElse.map((key) => key.split(".")[1]), apart])
    expect(kept).not.toContain(trace);
  const deleteExpired = (days: number) =>
    runJob("deleteExpired", createJobContext(club), new Date(Date.now() + days * dayMs));
  await deleteExpired(729);
  expect([await countOf(apart), await countOf(blocked)]).toEqual([1, 1]);
  await deleteExpired(731);
  expect([await countOf(apart), await countOf(blocked)]).toEqual([0, 1]);
  expect(await club.db.$count(avoidances, eq(avoidances.userId, ids.get(apart) ?? ""))).toBe(0);
  await deleteExpired(3_651);
  expect(await countOf(blocked)).toBe(0);
  expect(await club.db.$count(blocks, eq(blocks.userId, ids.get(blocked) ?? ""))).toBe(0);
});

test("a block that has ended, and blocks and avoidances of whom nothing is left, are deleted within four hours", async () => {
  const [ended, unconfirmed, inForce, diner] = [newEmail(), newEmail(), newEmail(), newEmail()];
  for (const email of [ended, inForce, diner]) await signUpThroughForms(club, email);
  await register(club, unconfirmed);
  const [endedId, unconfirmedId, inForceId, dinerId] = await Promise.all(
    [ended, unconfirmed, inForce, diner].map(idOf),
  );
  for (const email of [ended, unconfirmed, inForce])
    await ops.json("user", "block", email, "--reason", "Bothered Anna.", "--yes");
  await addAvoidance(club.db, [dinerId ?? "", unconfirmedId ?? ""], new Date());
  await addAvoidance(club.db, [dinerId ?? "", inForceId ?? ""], new Date());
  await club.db
    .update(blocks)
    .set({ endsAt: new Date(Date.now() - 1) })
    .where(eq(blocks.userId, endedId ?? ""));
  await ops.json("user", "erase", unconfirmed, "--yes");
  const start = Math.ceil(Date.now() / 60_000);
  for (let minute = start; minute < start + 256; minute++)
    await deleteOldAccountKeys(club.db, new Date(minute * 60_000));
  const left = (await club.db.select().from(blocks)).map(({ userId }) => userId);
  expect(left).toContain(inForceId);
  for (const id of [endedId, unconfirmedId]) expect(left).not.toContain(id);
  const avoided = await club.db
    .select()
    .from(avoidances)
    .where(eq(avoidances.userId, dinerId ?? ""));
  expect(avoided.map(({ otherId }) => otherId)).toEqual([inForceId]);
});

test("accounts from before there were keys get theirs within four hours", async () => {
  const email = newEmail();
  await signUpThroughForms(club, email);
  const listKeys = () => club.db.select().from(accountKeys).orderBy(accountKeys.hash, accountKeys.userId);
  const before = await listKeys();
  const count = await club.db.$count(users, sql`${users.emailConfirmedAt} is not null`);
  await club.db.delete(accountKeys);
  const start = Math.floor(Date.now() / 60_000);
  for (let minute = start; minute < start + 256; minute++)
    await runJob("addAccountKeys", createJobContext(club), new Date(minute * 60_000));
  const after = await listKeys();
  expect(after.length).toBeGreaterThanOrEqual(count);
  expect(before).toEqual(
    expect.arrayContaining(after.filter(({ userId }) => before.some((key) => key.userId === userId))),
  );
});

test("a block and an avoidance reach every account that the person has already", async () => {
  const [one, other, diner] = ["two.boxes@gmail.com", "twoboxes+2@gmail.com", newEmail()];
  await signUpThroughForms(club, one);
  const otherCookie = await signUpThroughForms(club, other);
  await signUpThroughForms(club, diner);
  await ops.json("avoid", "add", diner, one);
  expect(await listApart(diner)).toEqual(
    expect.arrayContaining([
      `${await idOf(diner)} ${await idOf(one)}`,
      `${await idOf(diner)} ${await idOf(other)}`,
    ]),
  );
  await ops.json("avoid", "remove", diner, other);
  expect(await listApart(diner)).toEqual([]);

  await ops.json("user", "block", one, "--reason", "Bothered a table.", "--yes");
  expect(await fetchStatus(club, otherCookie)).toBe(302);
  expect((await login(club, other)).status).toBe(400);
  await ops.json("user", "unblock", other);
  expect((await login(club, one)).status).toBe(302);
});

const names = ["Anna", "Bela", "Cili"] as const;
const deletedMate = "Somebody who has deleted their account";

/** Whom the form asks about: whom to meet again, and whom rather not to sit with. */
async function readMates(diner: PastDiner) {
  const page = await openFeedback(club, diner);
  const labels = page.querySelectorAll("input[name=not]").map((input) => input.closest("label")?.text.trim());
  const again = page.querySelectorAll("label:has(input[name=again]) b").map(({ text }) => text);
  const chosen = page.querySelectorAll("input[name=not][checked]");
  return { again, not: labels, chosen: chosen.map((input) => input.closest("label")?.text.trim()) };
}

test("a diner who deletes the account after a dinner can still be avoided by the table, before and after they come back", async () => {
  const { diners } = await dineTogether(club, names, { throughForms: true });
  const { Anna, Bela, Cili } = diners;
  const opened = await fillIn(club, Anna, { not: ["Bela"], again: ["Cili"] });
  await deleteAccount(Bela.email, Bela.cookie);
  const form = { again: ["Cili"], not: ["Cili", deletedMate], chosen: [] };
  expect(await readMates(Anna)).toEqual(form);
  const dump = JSON.stringify(await dumpClub(club));
  for (const trace of [Bela.email, "Bela"]) expect(dump).not.toContain(trace);

  // A form that was opened before counts too, and what it says can be taken back, with others' unseen.
  await send(club, Anna, opened);
  expect(await readMates(Anna)).toEqual({ ...form, chosen: [deletedMate] });
  expect(await readMates(Cili)).toMatchObject({ not: ["Anna", deletedMate], chosen: [] });
  const settings = async () => readText(await parsePage(await Anna.get("/dashboard/settings")));
  expect(await settings()).toContain("rather not");
  await answer(club, Anna, { again: ["Cili"] });
  expect(await readMates(Anna)).toEqual(form);
  expect(await settings()).not.toContain("rather not");
  await answer(club, Anna, { not: [deletedMate] });

  await signUpThroughForms(club, Bela.email);
  const again = await idOf(Bela.email);
  expect(await listApart(Anna.email)).toEqual([`${Anna.userId} ${again}`]);
  expect(await readMates(Anna)).toMatchObject({ not: ["Cili", deletedMate], chosen: [deletedMate] });
  // The one who has come back is kept apart from those who say so now, also once they have gone again.
  await answer(club, Cili, { not: [deletedMate], rating: 1 });
  expect(await listApart(Cili.email)).toEqual([`${Cili.userId} ${again}`]);
  await answer(club, Anna, {});
  expect(await listApart(Anna.email)).toEqual([]);
  await ops.json("user", "erase", again, "--yes");
  await answer(club, Anna, { not: [deletedMate] });
  await signUpThroughForms(club, Bela.email);
  expect(await listApart(Anna.email)).toEqual([`${Anna.userId} ${await idOf(Bela.email)}`]);
  expect(await listApart(Cili.email)).toHaveLength(1);
});

test("a deleted account can't be wished for, and nobody at another table can avoid it", async () => {
  const here = (await dineTogether(club, names, { throughForms: true })).diners;
  const there = (await dineTogether(club, ["Dani", "Elza"])).diners;
  const token = (await fillIn(club, here.Anna, { not: ["Bela"] })).get("not") ?? "";
  await ops.json("user", "erase", here.Bela.email, "--yes");
  const wish = new URLSearchParams({ rating: "3", again: token, contact: "email" });
  expect((await send(club, here.Anna, wish)).status).toBe(302);
  expect(await club.db.$count(wishes, eq(wishes.otherBookingId, here.Bela.bookingId))).toBe(0);
  await send(club, there.Dani, new URLSearchParams({ rating: "3", not: token }));
  expect(await club.db.$count(avoidances, eq(avoidances.otherId, here.Bela.userId))).toBe(0);
});

test("what is kept of a deleted account for its table goes when the form has closed, unless somebody said so", async () => {
  const count = async ({ userId }: PastDiner) => [
    await club.db.$count(erasedSeats, eq(erasedSeats.userId, userId)),
    await club.db.$count(accountKeys, eq(accountKeys.userId, userId)),
  ];
  const at = (days: number, from: Date) => new Date(from.getTime() + days * dayMs);
  const { diners, date } = await dineTogether(club, names, { throughForms: true });
  const { Anna, Bela, Cili } = diners;
  const deletedAt = new Date();
  for (const { email, cookie } of [Bela, Cili]) await deleteAccount(email, cookie);
  expect((await readMates(Anna)).not).toEqual([deletedMate, deletedMate]);
  expect([await count(Bela), await count(Cili)]).toEqual([
    [1, 1],
    [1, 1],
  ]);
  const { closesAt } = feedbackWindow(date, testCity.timeZone);
  const form = await fillIn(club, Anna, {});
  const page = await openFeedback(club, Anna);
  for (const input of page.querySelectorAll("input[name=not]").slice(0, 1))
    form.append("not", input.getAttribute("value") ?? "");
  await send(club, Anna, form);
  const [said, other] = (await club.db.$count(avoidances, eq(avoidances.otherId, Bela.userId)))
    ? [Bela, Cili]
    : [Cili, Bela];
  const deleteExpired = (now: Date) => runJob("deleteExpired", createJobContext(club), now);
  await deleteExpired(closesAt);
  expect([await count(said), await count(other)]).toEqual([
    [1, 1],
    [1, 1],
  ]);
  // Nothing of it is where a restored backup is made like the club from.
  const kept = async () => {
    const bucket = (await club.worker.getR2Bucket("AVATARS")) as unknown as R2Bucket;
    while ((await club.db.$count(keptChanges)) > 0) await putKeptChanges({ db: club.db, bucket });
    const unit = await (await bucket.get(`kept-changes/${other.userId}`))?.json<
      Record<string, { rows: unknown[] }>
    >();
    return unit?.account_keys?.rows ?? [];
  };
  await deleteExpired(at(16, date));
  expect([await count(said), await count(other)]).toEqual([
    [0, 1],
    [0, 0],
  ]);
  expect(await kept()).toEqual([]);
  await deleteExpired(at(729, deletedAt));
  expect(await count(said)).toEqual([0, 1]);
  await deleteExpired(at(730.1, deletedAt));
  expect(await count(said)).toEqual([0, 0]);
  expect(await club.db.$count(avoidances, eq(avoidances.userId, Anna.userId))).toBe(0);
});

test("a seat stays of the dinner of this evening, and none of a later or canceled one, or without a place or a key", async () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const seatsAfter = async (
    date: Date,
    change: Partial<typeof bookings.$inferInsert> = {},
    hasKey = true,
  ) => {
    const { diners } = await dineTogether(club, ["Bela"], { date });
    await club.db.delete(accountKeys).where(eq(accountKeys.userId, diners.Bela.userId));
    await club.db
      .update(bookings)
      .set({ canceled: false, ...change })
      .where(eq(bookings.id, diners.Bela.bookingId));
    if (hasKey)
      await club.db.insert(accountKeys).values({ hash: diners.Bela.userId, userId: diners.Bela.userId });
    await ops.json("user", "erase", diners.Bela.email, "--yes");
    return club.db.$count(erasedSeats, eq(erasedSeats.userId, diners.Bela.userId));
  };
  expect(await seatsAfter(inHours(2.9))).toBe(1);
  expect(await seatsAfter(inHours(-2))).toBe(1);
  expect(await seatsAfter(inHours(-2), {}, false), "nobody could recognize them").toBe(0);
  expect(await seatsAfter(inHours(3.1))).toBe(0);
  expect(await seatsAfter(inHours(-16 * 24))).toBe(0);
  expect(await seatsAfter(inHours(-2), { canceled: true })).toBe(0);
  expect(await seatsAfter(inHours(-2), { confirmed: false, tableId: null })).toBe(0);
});
