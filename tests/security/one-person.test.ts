/** Somebody with several accounts, who sits with a victim to find out what the victim answered. */
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { accountOrigins } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { tables } from "#app/db/schema.ts";
import { findAccount } from "#app/models/account/users.server.ts";
import { seat } from "#app/models/booking/seat-transitions.server.ts";
import { findProblems } from "#app/models/health/problems.server.ts";
import { loadMatchData } from "#app/models/seating/match-data.server.ts";
import { knows } from "#app/models/seating/told-to-tables.ts";
import {
  createFormPost,
  findLinkToken,
  login,
  newEmail,
  readCookies,
  register,
  signUpThroughForms,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { createEvening, listSeats, openHostLink, searchOf } from "#tests/support/evenings.ts";
import {
  bookForDiners,
  createEvent,
  insertDinersWithAnswers,
  seatTogether,
  venueOf,
} from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";
import { finishQuiz } from "#tests/support/quiz.ts";

const club = openClub();
const ops = connectOps(club);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let networkCount = 0;
const newNetwork = () => `198.51.${++networkCount}`;

interface Account {
  email: string;
  userId: string;
  cookie: string;
}

/** Registers, confirms and answers the quiz, from this address and in the browser with these cookies. */
async function join(address: string, browser = ""): Promise<Account> {
  const email = newEmail();
  const headers = { "CF-Connecting-IP": address, Cookie: browser };
  const cookies = readCookies(await register(club, email, {}, headers));
  const confirmed = await club.fetch("/email-confirmed", {
    ...createFormPost({ token: await findLinkToken(club, email) }),
    headers: { ...headers, Cookie: cookies || browser },
  });
  const cookie = readCookies(confirmed);
  await finishQuiz(club, cookie);
  return { email, cookie, userId: (await findAccount(club.db, email))?.id ?? "" };
}

async function joinFromNetwork(count: number): Promise<Account[]> {
  const network = newNetwork();
  const accounts = [];
  // A phone that goes offline and online again gets another address, and a private window is another browser.
  for (let i = 1; i <= count; i++) accounts.push(await join(`${network}.${i}`));
  return accounts;
}

async function joinInBrowser(count: number): Promise<Account[]> {
  const accounts: Account[] = [];
  let browser = "";
  for (let i = 0; i < count; i++) {
    const account = await join(`${newNetwork()}.1`, browser);
    browser ||= account.cookie
      .split("; ")
      .filter((cookie) => cookie.startsWith("device="))
      .join();
    accounts.push(account);
  }
  return accounts;
}

const idsOfAccounts = (accounts: readonly Account[]) => accounts.map(({ userId }) => userId);

/** As if it had been then. */
const moveBack = (accounts: readonly Account[], ms: number) =>
  club.db.run(
    sql`update ${accountOrigins} set made_at = made_at - ${ms}
      where user_id in (select value from json_each(${JSON.stringify(idsOfAccounts(accounts))}))`,
  );

const crowdOf = async ({ userId }: Account) =>
  (await club.db.select().from(accountOrigins).where(eq(accountOrigins.userId, userId)))[0]?.crowdId ?? null;

/** By table, how many of these sit there; null is standby. */
async function countSeats(eventId: string, accounts: readonly Account[]) {
  const rows = await club.db.select().from(bookings).where(eq(bookings.eventId, eventId));
  const own = rows.filter(({ userId, canceled }) => !canceled && idsOfAccounts(accounts).includes(userId));
  return [...Map.groupBy(own, ({ tableId }) => tableId)].map(([tableId, some]) => ({
    tableId,
    count: some.length,
  }));
}

const makeTables = () => runJob("makeTables", createJobContext(club), new Date(Date.now() + 13 * hourMs));

test.each([
  ["one after another from one network", joinFromNetwork],
  ["in one browser", joinInBrowser],
])("four accounts made %s sit with a victim two at a time at most", async (_, joinFour) => {
  const own = await joinFour(4);
  expect(new Set(await Promise.all(own.map(crowdOf))).size).toBe(1);
  expect(await crowdOf(own[0] as Account)).not.toBeNull();
  const eventId = await createEvent(club, {
    hoursFromNow: 60,
    venueTables: [1],
    diets: [1, 2, 3, 4, 5, 6],
  });
  const others = await insertDinersWithAnswers(club, 3);
  await bookForDiners(club, [...idsOfAccounts(own), ...others].slice(0, 5), eventId);
  await club.db.run(sql`update events set capacity = 10 where id = ${eventId}`);
  await bookForDiners(club, others.slice(1), eventId);
  await makeTables();
  const seats = await countSeats(eventId, own);
  expect(seats.map(({ count }) => count)).toEqual([2, 2]);
  const tableId = seats.find((each) => each.tableId)?.tableId ?? "";
  const rows = await club.db.select().from(bookings).where(eq(bookings.eventId, eventId));

  // The next free seat of the table is for none of those on standby, neither by the job nor by an operator.
  const leaving = rows.find((row) => row.userId === others[1]);
  await club.db
    .update(bookings)
    .set({ canceled: true })
    .where(eq(bookings.id, leaving?.id ?? ""));
  await club.db.update(tables).set({ seatFreedAt: new Date() }).where(eq(tables.id, tableId));
  await runJob("refillTables", createJobContext(club), new Date(Date.now() + 14 * hourMs));
  expect((await countSeats(eventId, own)).map(({ count }) => count)).toEqual([2, 2]);
  const waiting = rows.find((row) => idsOfAccounts(own).includes(row.userId) && !row.tableId);
  const confirm = ["booking", "confirm", waiting?.id ?? "", "--yes"];
  const refused = await ops.run(...confirm);
  expect([refused.code, refused.err]).toEqual([4, expect.stringContaining("see user crowds")]);
  const change = {
    bookingIds: [waiting?.id ?? ""],
    fromTableId: null,
    tableId,
    venueId: venueOf(eventId),
    shares: [],
    reason: "off standby" as const,
    madeBy: "software" as const,
    now: new Date(),
  };
  expect(await seat(club.db, change)).toBe(false);

  // An operator knows them.
  await ops.json("user", "different", ...own.map(({ email }) => email));
  expect(await ops.json(...confirm)).toMatchObject({ id: waiting?.id });
});

test("a host moves no third account of one person to a table", async () => {
  const evening = await createEvening(club, [[4, 4]]);
  const [from, to] = evening.tables;
  const [moving] = from?.guests ?? [];
  const crowd = [moving, ...(to?.guests.slice(0, 2) ?? [])].map((guest) => guest?.userId ?? "");
  const setCrowd = (userIds: string[]) =>
    club.db.insert(accountOrigins).values(
      userIds.map((userId) => ({
        userId,
        browser: "one",
        madeAt: new Date(),
        crowdId: `crowd ${userIds}`,
      })),
    );
  await setCrowd(crowd);
  const host = await openHostLink(club, evening.eventId);
  expect(await readPageText(await host.get({ view: "move", table: "1" }))).not.toContain("Anna to table 2");
  const move = () =>
    host.post({ intent: `move:${moving?.bookingId}`, from: from?.id ?? "", to: to?.id ?? "" });
  expect(searchOf(await move()).get("done")).toBe("changed");
  await club.db.delete(accountOrigins);
  await setCrowd(crowd.slice(0, 2));
  expect(searchOf(await move()).get("done")).toBe("moved");
  expect((await listSeats(club, evening)).Anna).toBe(2);
});

test("guests of one café sign up together, and a couple in one browser, and sit wherever they like", async () => {
  const network = newNetwork();
  const first = [await join(`${network}.1`), await join(`${network}.2`), await join(`${network}.3`)];
  await moveBack(first, hourMs + minuteMs);
  const later = [await join(`${network}.4`), await join(`${network}.5`)];
  for (const account of [...first, ...later]) expect(await crowdOf(account)).toBeNull();
  const couple = await joinInBrowser(2);
  expect(await crowdOf(couple[0] as Account)).not.toBeNull();
  const { userId, email } = couple[0] as Account;
  expect(await ops.json("user", "crowds")).not.toContainEqual(expect.objectContaining({ userId }));
  expect((await ops.run("user", "show", email)).out).toContain(
    "may be the same person as 1 other account: see user crowds",
  );
  const eventId = await createEvent(club, { hoursFromNow: 60, venueTables: [1], diets: [1, 2, 3, 4, 5, 6] });
  await bookForDiners(club, idsOfAccounts([...first, ...couple]), eventId);
  await makeTables();
  expect(await countSeats(eventId, [...first, ...couple])).toMatchObject([{ count: 5 }]);
});

test("the browser or the network of an earlier account is known as long as it is needed", async () => {
  const [one, two] = (await joinInBrowser(2)) as [Account, Account];
  const network = async ({ userId }: Account) =>
    (await club.db.select().from(accountOrigins).where(eq(accountOrigins.userId, userId)))[0]?.network;
  expect(await network(one)).toBeTruthy();
  // Signing in later, elsewhere or in the same browser, makes no account.
  await login(club, one.email, {}, { "CF-Connecting-IP": "203.0.113.9", Cookie: two.cookie });
  const before = await club.db.$count(accountOrigins);
  await login(club, one.email);
  expect(await club.db.$count(accountOrigins)).toBe(before);
  const deleteExpired = (ms: number) =>
    runJob("deleteExpired", createJobContext(club), new Date(Date.now() + ms));
  await deleteExpired(hourMs + minuteMs);
  expect(await network(one)).toBeNull();
  expect(await crowdOf(one)).not.toBeNull();
  await moveBack([one, two], 366 * 24 * hourMs);
  await deleteExpired(0);
  expect(await crowdOf(one)).toBeNull();
});

test("an operator is told of a crowd, sees who it is, and says that they are different people", async () => {
  await club.db.delete(accountOrigins);
  const problemsNow = async () =>
    (await findProblems(club.db, new Date())).filter(({ name }) => name.startsWith("accounts that"));
  const office = await joinFromNetwork(4);
  expect(await problemsNow()).toEqual([
    {
      name: "accounts that may be one person’s",
      detail: "4 accounts were made in one browser, or one right after another from one network",
      isSlow: true,
    },
  ]);
  // Nothing that a monitor would wake somebody for.
  expect(await (await club.fetch("/healthz/deep")).text()).not.toContain("one person");
  const listed = await ops.run("user", "crowds");
  for (const { email } of office) expect(listed.out).toContain(email);
  expect(listed.out).toContain("one network, 4 browsers");

  const [first] = office as [Account];
  expect((await ops.run("user", "different", first.email, "--all", "--dry-run")).out).toContain(
    "let 4 accounts sit at one table in any number, as different people",
  );
  await ops.json("user", "different", first.email, "--all");
  expect(await problemsNow()).toEqual([]);
  expect((await ops.run("user", "crowds")).out).toContain("No accounts seem to be one person’s.");
  for (const { email } of office)
    expect((await ops.run("user", "history", email)).out).toMatch(/operator +user different/);
  expect((await ops.run("user", "different", first.email)).code).toBe(4);
});

test("what one account has learned at a table, the person knows with another", async () => {
  const [one, two] = (await joinInBrowser(2)) as [Account, Account];
  const [other = "", stranger = ""] = await insertDinersWithAnswers(club, 2);
  const pastId = await createEvent(club);
  await seatTogether(club, pastId, await bookForDiners(club, [one.userId, other], pastId));
  const nextId = await createEvent(club, { hoursFromNow: 400 });
  await bookForDiners(club, [two.userId, other, stranger], nextId);
  const diners = (await loadMatchData(club.db, nextId))?.diners ?? [];
  const find = (id: string) => diners.find(({ userId }) => userId === id) as (typeof diners)[0];
  expect(knows(find(two.userId), find(other), diners)).toBe(true);
  expect(knows(find(two.userId), find(stranger), diners)).toBe(false);
});

test("nobody is put in a crowd by somebody else’s sign-up with their address", async () => {
  await club.db.delete(accountOrigins);
  const emails = Array.from({ length: 4 }, newEmail);
  for (const email of emails) await register(club, email, {}, { "CF-Connecting-IP": "203.0.113.50" });
  for (const email of emails) await signUpThroughForms(club, email);
  const rows = await club.db.select().from(accountOrigins);
  expect(rows.map(({ crowdId }) => crowdId)).toEqual([null, null, null, null]);
});
