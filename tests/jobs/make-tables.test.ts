import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { matchEntries, matchRecords } from "#app/db/schema.ts";
import { makeTables } from "#app/jobs/make-tables.server.ts";
import { match } from "#app/matching/solve.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { claimEvent } from "#app/models/event/claims.server.ts";
import { loadMatchRecord } from "#app/models/matching/match-records.server.ts";
import { openClub } from "#tests/support/club.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers, listBookings } from "#tests/support/events.ts";

const club = openClub();
const hour = 3_600_000;

const context = () => ({
  db: club.db,
  env: { SITE_URL: "https://oten.example", SESSION_SECRET: "for-tests" } as Env,
});
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * hour);
const closing = () => hoursFromNow(110);

const seats = (eventId: string) => listBookings(club, eventId);

const guests = (many: number) => insertDinersWithAnswers(club, many);

const bookAll = (ids: string[], eventId: string) => bookForDiners(club, ids, eventId);

const mails = async () =>
  (
    await club.binding
      .prepare('SELECT kind, "to", text FROM outbox')
      .all<{ kind: string; to: string; text: string }>()
  ).results;

test("ten at once and three hours late: tables of five, the latest on standby, and one mail to each", async () => {
  const dinner = await createEvent(club, { hoursFromNow: 150, diets: [] });
  const ids = await guests(12);
  await bookAll(ids, dinner);
  await makeTables(context(), new Date(Date.now() + 101 * hour));
  expect((await seats(dinner)).every(({ confirmed }) => confirmed === 0)).toBe(true);

  await Promise.all(Array.from({ length: 10 }, () => makeTables(context(), closing())));
  await makeTables(context(), closing());
  const seated = await seats(dinner);
  const parties = new Set(seated.flatMap(({ table_id }) => table_id ?? []));
  expect([...parties].map((party) => seated.filter(({ table_id }) => table_id === party).length)).toEqual([
    5, 5,
  ]);
  expect(seated.filter(({ standby }) => standby).map(({ user_id }) => user_id)).toEqual(ids.slice(10));
  expect(seated.every(({ confirmed, table_id }) => Boolean(confirmed) === Boolean(table_id))).toBe(true);

  const sent = await mails();
  expect(sent.map(({ to }) => to).sort()).toEqual(ids.map((id) => `${id}@x.y`).sort());
  expect(sent.filter(({ kind }) => kind === "booking-confirmed")).toHaveLength(10);
  expect(sent.filter(({ kind }) => kind === "on-standby")).toHaveLength(2);
  expect(sent.find(({ kind }) => kind === "booking-confirmed")?.text).toContain(
    "https://oten.example/dashboard/bookings/",
  );
  const shares = await club.binding
    .prepare("SELECT shares FROM tables WHERE event_id = ?")
    .bind(dinner)
    .first<string>("shares");
  expect(JSON.parse(shares ?? "[]")).toContain("Most of you could talk about music until they close.");
});

test("who stood by comes first the next time, however late they book", async () => {
  const first = await createEvent(club, { hoursFromNow: 150 });
  const ids = await guests(6);
  await bookAll(ids, first);
  await makeTables(context(), closing());
  const [left] = (await seats(first)).filter(({ standby }) => standby);
  const second = await createEvent(club, { hoursFromNow: 151 });
  const others = await guests(5);
  await bookAll([...others, left?.user_id ?? ""], second);
  await makeTables(context(), closing());
  const [waiting] = (await seats(second)).filter(({ standby }) => standby);
  expect(left?.user_id).toBe(ids[5]);
  expect(waiting?.user_id).toBe(others[4]);
});

test("a claim whose owner died is taken over, and the dead one's work counts for nothing", async () => {
  const dinner = await createEvent(club, { hoursFromNow: 150 });
  await bookAll(await guests(5), dinner);
  const dead = await claimEvent(club.db, closing());
  expect(dead?.eventId).toBe(dinner);
  await makeTables(context(), closing());
  expect((await seats(dinner)).every(({ table_id }) => table_id === null)).toBe(true);
  await makeTables(context(), new Date(closing().getTime() + 11 * 60_000));
  expect((await seats(dinner)).every(({ table_id }) => table_id !== null)).toBe(true);
});

test("those who avoid each other, and those whose rules the kitchen can't serve, don't sit", async () => {
  const dinner = await createEvent(club, { hoursFromNow: 150, diets: [1] });
  const ids = await guests(11);
  await club.binding.batch([
    club.binding.prepare("INSERT INTO avoidances VALUES (?, ?, 0)").bind(ids[0], ids[1]),
    club.binding
      .prepare("UPDATE user_answers SET answer_ids = '[2]' WHERE user_id = ? AND question_id = 11")
      .bind(ids[2]),
  ]);
  await bookAll(ids, dinner);
  await makeTables(context(), closing());
  const tableOf = new Map((await seats(dinner)).map(({ user_id, table_id }) => [user_id, table_id]));
  expect(tableOf.get(ids[0] ?? "")).not.toBe(tableOf.get(ids[1] ?? ""));
  expect(tableOf.get(ids[2] ?? "")).toBeNull();
  const vegan = (await mails()).find(({ to }) => to === `${ids[2]}@x.y`);
  expect(vegan?.text).toContain("This restaurant can’t cook for your diet");
});

test("what the matcher is given is sealed before, and each diner may check their own", async () => {
  const dinner = await createEvent(club, { hoursFromNow: 150 });
  const ids = await guests(7);
  await bookAll(ids, dinner);
  await makeTables(context(), closing());
  const again = await loadMatchRecord(club.db, dinner);
  expect(again).toMatchObject({ erasedCount: 0, isIntact: true });
  expect(again && match(again.input).hash).toBe(again?.resultHash);

  const [receipt] = await club.db.select().from(matchRecords).where(eq(matchRecords.eventId, dinner));
  const sealed = await club.db.select().from(matchEntries).where(eq(matchEntries.eventId, dinner));
  expect(sealed.map(({ userId }) => userId).sort()).toEqual([...ids].sort());
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  for (const { hash, salt, entry } of sealed) expect(sha256(`${salt}.${entry}`)).toBe(hash);
  const hashes = sealed.map(({ hash }) => hash).sort();
  expect(sha256([receipt?.frame, ...hashes].join("\n"))).toBe(receipt?.entriesHash);

  await eraseAccount(club.db, ids[0] ?? "", new Date());
  expect(await loadMatchRecord(club.db, dinner)).toMatchObject({ erasedCount: 1, isIntact: true });
  const left = await club.db.select().from(matchEntries).where(eq(matchEntries.eventId, dinner));
  expect(left).toHaveLength(7);
  expect(
    left.filter(({ salt, entry, userId }) => salt === null && entry === null && userId === null),
  ).toHaveLength(1);

  await club.db
    .update(matchEntries)
    .set({ entry: "{}" })
    .where(eq(matchEntries.userId, ids[1] ?? ""));
  expect(await loadMatchRecord(club.db, dinner)).toMatchObject({ isIntact: false });
});

test("whoever cancels while the tables are made is at none, and the others' are made again", async () => {
  const dinner = await createEvent(club, { hoursFromNow: 150 });
  const ids = await guests(6);
  const [gone = ""] = await bookAll(ids, dinner);
  await club.binding.exec(
    `CREATE TRIGGER meanwhile AFTER INSERT ON match_records BEGIN UPDATE bookings SET canceled = 1 WHERE id = '${gone}'; END`,
  );
  await makeTables(context(), closing());
  await club.binding.exec("DROP TRIGGER meanwhile");
  const seated = await seats(dinner);
  expect(seated.map(({ table_id }) => table_id !== null)).toEqual([false, true, true, true, true, true]);
  expect((await mails()).map(({ to }) => to)).not.toContain(`${ids[0]}@x.y`);
  const again = await loadMatchRecord(club.db, dinner);
  expect(again).toMatchObject({ isIntact: true });
  expect(again?.input.diners).toHaveLength(5);
});

test("two who met before don't meet again, unless the operator says so, and then the receipt says it", async () => {
  const ids = await guests(5);
  const [first, second, third] = [
    await createEvent(club, { hoursFromNow: 150 }),
    await createEvent(club, { hoursFromNow: 170 }),
    await createEvent(club, { hoursFromNow: 190 }),
  ];
  await bookAll(ids, first);
  await makeTables(context(), closing());
  await bookAll(ids, second);
  await makeTables(context(), hoursFromNow(130));
  expect((await seats(second)).map(({ table_id, standby }) => [table_id, standby])).toEqual(
    ids.map(() => [null, 1]),
  );
  await bookAll(ids, third);
  const { env, db } = context();
  await makeTables({ db, env: { ...env, MAY_MEET_AGAIN: "yes" } }, hoursFromNow(149));
  expect((await seats(third)).every(({ table_id }) => table_id)).toBe(true);
  expect((await loadMatchRecord(club.db, third))?.input.relax).toEqual(["met"]);
});
