import { and, eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { avoidances } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { mutualWishes } from "#app/db/schema/feedback.ts";
import { userAnswers } from "#app/db/schema/quiz.ts";
import { tableTerms } from "#app/db/schema/seating.ts";
import { feedback, tables } from "#app/db/schema.ts";
import { insertRows } from "#app/db/statements.ts";
import { match } from "#app/matching/solve.ts";
import { usualPoints } from "#app/matching/terms/diner-terms.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { cancel } from "#app/models/booking/transitions.server.ts";
import { loadMatchData } from "#app/models/seating/match-data.server.ts";
import { buildMatchInput } from "#app/models/seating/match-input.server.ts";
import { loadMatchRecord } from "#app/models/seating/match-records.server.ts";
import { makeTermsClub } from "#tests/bench/terms-club.ts";
import { openClub } from "#tests/support/club.ts";
import { emailEnv } from "#tests/support/emails.ts";
import {
  bookForDiners,
  createEvent,
  insertDinersWithAnswers,
  listBookings,
  venueOf,
} from "#tests/support/events.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";

const club = openClub();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const usual = {
  company: usualPoints.company,
  ageAlone: usualPoints.age.alone,
  ageWide: usualPoints.age.wide,
  talkerMissing: usualPoints.talker.missing,
  wish: usualPoints.wish,
};
const off = { company: 0, ageAlone: 0, ageWide: 0, talkerMissing: 0, wish: 0 };

const answerFor = (userIds: string[], questionId: number, answer: (number | string)[]) =>
  club.db
    .insert(userAnswers)
    .values(userIds.map((userId) => ({ userId, questionId, answerIds: answer })))
    .onConflictDoUpdate({
      target: [userAnswers.userId, userAnswers.questionId],
      set: { answerIds: answer },
    });

let hoursFromNow = 150;

/** No two are within four hours. */
function addEvent(): Promise<string> {
  hoursFromNow += 6;
  return createEvent(club, { hoursFromNow, diets: [] });
}

async function makeTables(eventId: string): Promise<void> {
  const [event] = await club.db.select().from(events).where(eq(events.id, eventId));
  await runJob("makeTables", createJobContext(club), new Date((event?.closesAt.getTime() ?? 0) + 8 * hourMs));
}

/** The users at each table. */
async function makeTablesFor(userIds: string[]): Promise<{ eventId: string; tables: string[][] }> {
  const eventId = await addEvent();
  await bookForDiners(club, userIds, eventId);
  await makeTables(eventId);
  const seated = (await listBookings(club, eventId)).filter(({ table_id }) => table_id);
  const byTable = Map.groupBy(seated, ({ table_id }) => table_id);
  return {
    eventId,
    tables: [...byTable.values()].map((table) => table.map(({ user_id }) => user_id)),
  };
}

async function loadInput(eventId: string) {
  const data = await loadMatchData(club.db, eventId);
  if (!data) throw new Error("There is no such event");
  return buildMatchInput(eventId, data, emailEnv);
}

/** They sat at one table so many days ago. */
async function dinePast(userIds: string[], daysAgo: number) {
  const { eventId } = await makeTablesFor(userIds);
  const date = Date.now() - daysAgo * dayMs;
  await club.db.run(sql`UPDATE events SET date = ${date}, closes_at = ${date - 1} WHERE id = ${eventId}`);
  const rows = await club.db.select().from(bookings).where(eq(bookings.eventId, eventId));
  return { eventId, bookingOf: new Map(rows.map(({ id, userId }) => [userId, id])) };
}

/** By the user's id, instead of the booking's. */
async function bookTogether(userIds: string[]) {
  const eventId = await addEvent();
  const bookingIds = await bookForDiners(club, userIds, eventId);
  const userOf = new Map(bookingIds.map((id, i) => [id, userIds[i] ?? ""]));
  const input = await loadInput(eventId);
  const dinerOf = new Map(input.diners.map((diner) => [userOf.get(diner.id), diner]));
  return {
    eventId,
    bookingIds,
    input,
    wishes: input.wishes?.map((pair) => pair.map((id) => userOf.get(id)).sort()),
    first: userIds.filter((id) => dinerOf.get(id)?.firstDinner),
    bad: userIds.filter((id) => dinerOf.get(id)?.boost),
  };
}

/** What the matcher would know of them, if they booked now. */
async function probe(userIds: string[]) {
  const { eventId, ...known } = await bookTogether(userIds);
  await club.db.delete(bookings).where(eq(bookings.eventId, eventId));
  return known;
}

/** They sat at these tables of one evening, whether or not they have met. */
async function dineApart(seated: string[][], daysAgo: number) {
  const eventId = await addEvent();
  const userIds = seated.flat();
  const bookingIds = await bookForDiners(club, userIds, eventId);
  const bookingOf = new Map(userIds.map((userId, i) => [userId, bookingIds[i] ?? ""]));
  for (const [i, those] of seated.entries()) {
    const id = crypto.randomUUID();
    await club.db.insert(tables).values({ id, eventId, venueId: venueOf(eventId), number: i + 1 });
    const isAtTable = inArray(bookings.userId, those);
    await club.db
      .update(bookings)
      .set({ tableId: id, confirmed: true })
      .where(and(eq(bookings.eventId, eventId), isAtTable));
  }
  const date = new Date(Date.now() - daysAgo * dayMs);
  await club.db
    .update(events)
    .set({ date, closesAt: new Date(date.getTime() - 1), matchedAt: date })
    .where(eq(events.id, eventId));
  return { bookingOf };
}

const wishAgain = (bookingOf: Map<string, string>, one: string, other: string) => {
  const [bookingId = "", otherBookingId = ""] = [bookingOf.get(one), bookingOf.get(other)].sort();
  return club.db
    .insert(mutualWishes)
    .values({ bookingId, otherBookingId, wantSameTable: true, toldAt: new Date() });
};

test("two without alcohol sit together although other answers part them, unless the club turns that off", async () => {
  const splitClub = async () => {
    const userIds = await insertDinersWithAnswers(club, 10);
    await answerFor(userIds, 16, [2]);
    for (const question of [2, 4]) await answerFor(userIds, question, [5]);
    await answerFor(userIds.slice(5), 8, [2]);
    const sober = [userIds[0] ?? "", userIds[9] ?? ""];
    await answerFor(sober, 16, [1]);
    return { userIds, sober };
  };
  const countTogether = async ({ userIds, sober }: Awaited<ReturnType<typeof splitClub>>) =>
    (await makeTablesFor(userIds)).tables.map((table) => sober.filter((id) => table.includes(id)).length);
  expect((await countTogether(await splitClub())).sort()).toEqual([0, 2]);
  await club.db.update(tableTerms).set(off);
  // Their drinks would count for likeness too.
  await club.db.run(sql`UPDATE quiz_questions SET weight = 0 WHERE id = 16`);
  expect(await countTogether(await splitClub())).toEqual([1, 1]);
  await club.db.update(tableTerms).set(usual);
  expect((await countTogether(await splitClub())).sort()).toEqual([0, 2]);
  await club.db.run(sql`UPDATE quiz_questions SET weight = 4 WHERE id = 16`);
});

const marks = [
  [16, 1],
  [22, 3],
  [24, 1],
  [24, 2],
  [26, 1],
  [26, 2],
  [26, 3],
] as const;

test("in a club with likely answers, hardly anybody sits alone with a marked answer who need not", async () => {
  const { diners } = makeTermsClub(30, 7);
  const countAlone = async () => {
    const userIds = await insertDinersWithAnswers(club, diners.length);
    await club.db.run(
      sql`DELETE FROM user_answers WHERE question_id NOT IN (20, 21) AND user_id IN (SELECT value FROM json_each(${JSON.stringify(userIds)}))`,
    );
    const rows = diners.flatMap(({ answers }, i) =>
      Object.entries(answers).map(([questionId, answerIds]) => ({
        userId: userIds[i] ?? "",
        questionId: Number(questionId),
        answerIds: [...answerIds],
      })),
    );
    const kept = rows.filter(({ questionId }) => questionId !== 20 && questionId !== 21);
    await club.db.batch(insertRows(club.db, userAnswers, kept));
    const { eventId, tables } = await makeTablesFor(userIds);
    const record = await loadMatchRecord(club, eventId);
    expect(record && match(record.input).hash).toBe(record?.seatingHash);
    const answersOf = new Map(userIds.map((id, i) => [id, diners[i]?.answers ?? {}]));
    const counts = marks.flatMap(([question, choice]) => {
      const perTable = tables.map(
        (table) => table.filter((id) => answersOf.get(id)?.[question]?.includes(choice)).length,
      );
      const total = perTable.reduce((sum, count) => sum + count, 0);
      return perTable.filter((count) => count === 1 && total > 1);
    });
    return counts.length;
  };
  const alone = await countAlone();
  await club.db.update(tableTerms).set(off);
  const aloneWithout = await countAlone();
  await club.db.update(tableTerms).set(usual);
  expect(aloneWithout).toBeGreaterThan(4);
  expect(alone).toBeLessThan(aloneWithout / 2);
});

test("who was not at a dinner before, and whose last one was bad, is known to the matcher and not told in the record", async () => {
  const userIds = await insertDinersWithAnswers(club, 6);
  const others = await insertDinersWithAnswers(club, 5);
  const [low = "", ok = "", sober = ""] = userIds;
  await answerFor([...userIds, ...others], 16, [2]);
  await answerFor([sober, others[0] ?? ""], 16, [1]);
  const { bookingOf } = await dineApart([userIds.slice(0, 5), others], 30);
  const rate = (userId: string, rating: number) => {
    const answeredAt = new Date();
    const bookingId = bookingOf.get(userId) ?? "";
    return club.db.insert(feedback).values({ bookingId, rating, firstAnsweredAt: answeredAt, answeredAt });
  };
  await rate(low, 2);
  await rate(ok, 3);
  const next = await bookTogether(userIds);
  expect(next).toMatchObject({ first: [userIds[5]], bad: [low, sober] });
  await club.db.update(tableTerms).set(off);
  expect((await probe(userIds)).bad).toEqual([low]);
  await club.db.update(tableTerms).set(usual);
  // A better dinner after it.
  await dinePast([low, ...(await insertDinersWithAnswers(club, 4))], 20);
  expect((await probe(userIds)).bad).toEqual([sober]);

  await makeTables(next.eventId);
  const record = await loadMatchRecord(club, next.eventId);
  expect(record?.fullRecord.entries).toHaveLength(6);
  for (const { entry } of record?.fullRecord.entries ?? []) expect(entry).not.toContain("boost");
  expect(record?.input.diners.filter(({ boost }) => boost)).toHaveLength(2);
});

test("who sat alone had company at another table, of somebody who came", async () => {
  const newcomers = await insertDinersWithAnswers(club, 10);
  await answerFor(newcomers, 16, [2]);
  const old = newcomers.slice(1, 9);
  await dineApart([old], 60);
  // Two tables, each with one who had not been to a dinner before.
  const apart = await dineApart([newcomers.slice(0, 5), newcomers.slice(5)], 40);
  const [first = "", last = ""] = [newcomers[0], newcomers[9]];
  expect((await probe(newcomers)).bad).toEqual([first, last]);
  const came = (userId: string, attendance: "attended" | "no-show") =>
    club.db
      .update(bookings)
      .set({ attendance })
      .where(eq(bookings.id, apart.bookingOf.get(userId) ?? ""));
  await came(last, "no-show");
  expect((await probe(newcomers)).bad, "nobody else was there for the first time").toEqual([]);
  await came(last, "attended");

  // Who drinks nothing has company at the own table, until that one did not come.
  const sober = [newcomers[1] ?? "", newcomers[2] ?? "", newcomers[6] ?? ""];
  await answerFor(sober, 16, [1]);
  expect((await probe(sober)).bad).toEqual([sober[2]]);
  await came(sober[1] ?? "", "no-show");
  expect((await probe(sober)).bad).toContain(sober[0]);
});

test("a free seat goes to who had a bad evening, of those who waited equally often", async () => {
  const userIds = await insertDinersWithAnswers(club, 7);
  const { bookingOf } = await dinePast(userIds.slice(0, 5), 30);
  const others = await insertDinersWithAnswers(club, 5);
  const eventId = await addEvent();
  await bookForDiners(club, [...others, userIds[5] ?? "", userIds[0] ?? ""], eventId);
  await makeTables(eventId);
  const standby = (await listBookings(club, eventId)).filter(({ table_id }) => !table_id);
  const bad = standby.at(-1)?.user_id ?? "";
  expect(standby.map(({ user_id }) => user_id)).toEqual([userIds[5], userIds[0]]);
  const answeredAt = new Date();
  const bookingId = bookingOf.get(bad) ?? "";
  await club.db.insert(feedback).values({ bookingId, rating: 1, firstAnsweredAt: answeredAt, answeredAt });
  const [gone] = await club.db
    .select()
    .from(bookings)
    .where(sql`event_id = ${eventId} and user_id = ${others[0]}`);
  await cancel(club.db, { id: gone?.id ?? "", userId: others[0] ?? "", now: answeredAt });
  await runJob("refillTables", createJobContext(club), answeredAt);
  expect((await listBookings(club, eventId)).find(({ user_id }) => user_id === bad)?.table_id).toBeTruthy();
});

test("who both wish it count as a pair until they have sat together again, and the record names them to nobody", async () => {
  const userIds = await insertDinersWithAnswers(club, 10);
  const [one = "", other = ""] = userIds;
  const { bookingOf } = await dinePast(userIds.slice(0, 5), 30);
  const pair = [[one, other].sort()];
  expect((await probe(userIds)).wishes).toEqual([]);
  await wishAgain(bookingOf, one, other);
  expect((await probe([one, ...userIds.slice(2)])).wishes).toEqual([]);
  expect((await probe(userIds)).wishes).toEqual(pair);

  const { eventId } = await dinePast([one, other, ...userIds.slice(5, 8)], 10);
  const loaded = await loadMatchRecord(club, eventId);
  expect(loaded?.fullRecord.frame).not.toContain("wishes");
  expect(loaded).toMatchObject({ isIntact: true, erasedCount: 0 });
  expect(loaded?.input.wishes).toHaveLength(1);
  expect(loaded && match(loaded.input).hash).toBe(loaded?.seatingHash);
  expect((await probe(userIds)).wishes).toEqual([]);

  await eraseAccount(club.db, one, new Date());
  expect(await loadMatchRecord(club, eventId)).toMatchObject({ isIntact: true, erasedCount: 1 });
});

test("bookings that belong together sit at one table while two of them are left, and none avoids another", async () => {
  const userIds = await insertDinersWithAnswers(club, 10);
  await answerFor(userIds.slice(5), 1, [2]);
  await answerFor(userIds.slice(5), 8, [2]);
  const { eventId, bookingIds } = await bookTogether(userIds);
  const pair = [userIds[0] ?? "", userIds[9] ?? ""];
  const togetherId = crypto.randomUUID();
  for (const id of [bookingIds[0], bookingIds[9], bookingIds[1]])
    await club.db
      .update(bookings)
      .set({ togetherId })
      .where(eq(bookings.id, id ?? ""));
  await club.db
    .update(bookings)
    .set({ canceled: true })
    .where(eq(bookings.id, bookingIds[1] ?? ""));
  const avoidance = { userId: pair[0] ?? "", otherId: pair[1] ?? "", createdAt: new Date() };
  await club.db.insert(avoidances).values(avoidance);
  expect((await loadInput(eventId)).together).toEqual([]);
  await club.db.delete(avoidances);
  expect((await loadInput(eventId)).together).toEqual([[bookingIds[0], bookingIds[9]]]);
  await bookForDiners(club, await insertDinersWithAnswers(club, 1), eventId);
  await makeTables(eventId);
  const tableIds = (await listBookings(club, eventId))
    .filter(({ user_id }) => pair.includes(user_id))
    .map(({ table_id }) => table_id);
  expect(tableIds[0]).toBeTruthy();
  expect(tableIds[0]).toBe(tableIds[1]);
  const record = await loadMatchRecord(club, eventId);
  expect(record?.input.together).toHaveLength(1);
  expect(record && match(record.input).hash).toBe(record?.seatingHash);

  await club.db
    .update(bookings)
    .set({ canceled: true })
    .where(eq(bookings.id, bookingIds[0] ?? ""));
  expect((await loadInput(eventId)).together).toEqual([]);
});
