import { and, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { avoidances } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { userAnswers } from "#app/db/schema/quiz.ts";
import { venues } from "#app/db/schema/venue.ts";
import { tables } from "#app/db/schema.ts";
import { matchWithFloor } from "#app/matching/solve.ts";
import { claimEvent } from "#app/models/event/claims.server.ts";
import { loadMatchRecord } from "#app/models/seating/match-records.server.ts";
import { openClub } from "#tests/support/club.ts";
import { readOutbox } from "#tests/support/emails.ts";
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
const minuteMs = 60_000;

const createContext = () => createJobContext(club);
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * hourMs);

/** Eight hours after booking of an event in 150 hours has closed. */
const afterClosing = () => hoursFromNow(110);

const listEmails = () => readOutbox(club);

test("makes tables of five, puts the last to book on standby and emails each diner once, however many runs overlap", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 150, diets: [] });
  const dinerIds = await insertDinersWithAnswers(club, 12);
  await bookForDiners(club, dinerIds, eventId);
  await runJob("makeTables", createContext(), hoursFromNow(101));
  expect((await listBookings(club, eventId)).every(({ confirmed }) => confirmed === 0)).toBe(true);

  await Promise.all(Array.from({ length: 10 }, () => runJob("makeTables", createContext(), afterClosing())));
  await runJob("makeTables", createContext(), afterClosing());
  const bookings = await listBookings(club, eventId);
  const tableIds = new Set(bookings.flatMap(({ table_id }) => table_id ?? []));
  expect(
    [...tableIds].map((tableId) => bookings.filter(({ table_id }) => table_id === tableId).length),
  ).toEqual([5, 5]);
  expect(bookings.filter(({ standby }) => standby).map(({ user_id }) => user_id)).toEqual(dinerIds.slice(10));
  expect(bookings.every(({ confirmed, table_id }) => Boolean(confirmed) === Boolean(table_id))).toBe(true);

  const emails = await listEmails();
  expect(emails.map(({ to }) => to).sort()).toEqual(dinerIds.map((id) => `${id}@x.y`).sort());
  expect(emails.filter(({ kind }) => kind === "booking-confirmed")).toHaveLength(10);
  expect(emails.filter(({ kind }) => kind === "on-standby")).toHaveLength(2);
  expect(emails.find(({ kind }) => kind === "booking-confirmed")?.text).toContain(
    "https://oten.example/dashboard/bookings/",
  );
  const shares = await club.binding
    .prepare("SELECT shares FROM tables WHERE event_id = ?")
    .bind(eventId)
    .first<string>("shares");
  expect(JSON.parse(shares ?? "[]")).toContain("Most of you could talk about music for hours.");
});

test("keeps the score of each table, and the floor of the evening, as the recorded match input has them", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 150, diets: [] });
  await bookForDiners(club, await insertDinersWithAnswers(club, 15), eventId);
  await runJob("makeTables", createContext(), afterClosing());
  const saved = await club.binding
    .prepare(
      "SELECT score, score_floor AS floor FROM tables JOIN match_records USING (event_id) WHERE event_id = ? ORDER BY number",
    )
    .bind(eventId)
    .all<{ score: number; floor: number }>();
  const record = await loadMatchRecord(club, eventId);
  if (!record) throw new Error("Not recorded");
  const { seating, scoreFloor } = matchWithFloor(record.input);
  expect(record).toMatchObject({ isIntact: true, seatingHash: seating.hash });
  expect(saved.results).toEqual(seating.tables.map(({ score }) => ({ score, floor: scoreFloor })));
  expect(saved.results).toHaveLength(3);
  const { mean, worst } = seating.report;
  expect(scoreFloor).toBeLessThan(mean ?? 0);
  expect(scoreFloor).toBeGreaterThan((worst ?? 0) - 10);
});

test("a single table has a score and no floor", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 150, diets: [] });
  await bookForDiners(club, await insertDinersWithAnswers(club, 5), eventId);
  await runJob("makeTables", createContext(), afterClosing());
  const saved = await club.binding
    .prepare(
      "SELECT score, score_floor AS floor FROM tables JOIN match_records USING (event_id) WHERE event_id = ?",
    )
    .bind(eventId)
    .all<{ score: number; floor: number | null }>();
  expect(saved.results).toEqual([{ score: expect.any(Number), floor: null }]);
});

test("seats a diner who was on standby before, even if they book last", async () => {
  const firstEventId = await createEvent(club, { hoursFromNow: 150 });
  const dinerIds = await insertDinersWithAnswers(club, 6);
  await bookForDiners(club, dinerIds, firstEventId);
  await runJob("makeTables", createContext(), afterClosing());
  const [firstStandby] = (await listBookings(club, firstEventId)).filter(({ standby }) => standby);
  const secondEventId = await createEvent(club, { hoursFromNow: 145 });
  const otherDinerIds = await insertDinersWithAnswers(club, 5);
  await bookForDiners(club, [...otherDinerIds, firstStandby?.user_id ?? ""], secondEventId);
  await runJob("makeTables", createContext(), afterClosing());
  const [secondStandby] = (await listBookings(club, secondEventId)).filter(({ standby }) => standby);
  expect(firstStandby?.user_id).toBe(dinerIds[5]);
  expect(secondStandby?.user_id).toBe(otherDinerIds[4]);
});

test("takes over an event ten minutes after a stopped worker claimed it", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  await bookForDiners(club, await insertDinersWithAnswers(club, 5), eventId);
  const deadClaim = await claimEvent(club.db, eventId, { now: afterClosing() });
  expect(deadClaim?.eventId).toBe(eventId);
  await runJob("makeTables", createContext(), afterClosing());
  expect((await listBookings(club, eventId)).every(({ table_id }) => table_id === null)).toBe(true);
  await runJob("makeTables", createContext(), new Date(afterClosing().getTime() + 11 * minuteMs));
  expect((await listBookings(club, eventId)).every(({ table_id }) => table_id !== null)).toBe(true);
});

test("seats nobody with a diner they avoid, or at a venue that can't cook for their diet", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 150, diets: [1], venueTables: [1], capacity: 50 });
  const dinerIds = await insertDinersWithAnswers(club, 7);
  const [avoidingId = "", avoidedId = "", veganId = ""] = dinerIds;
  await club.binding.batch([
    club.binding
      .prepare("INSERT INTO avoidances (user_id, other_id, created_at) VALUES (?, ?, 0)")
      .bind(avoidingId, avoidedId),
    club.binding
      .prepare("UPDATE user_answers SET answer_ids = '[2]' WHERE user_id = ? AND question_id = 11")
      .bind(veganId),
  ]);
  await bookForDiners(club, dinerIds, eventId);
  await runJob("makeTables", createContext(), afterClosing());
  const tableIds = new Map(
    (await listBookings(club, eventId)).map(({ user_id, table_id }) => [user_id, table_id]),
  );
  // They booked first, and would have a seat each.
  expect([tableIds.get(avoidingId), tableIds.get(avoidedId)]).toContain(null);
  expect([...tableIds.values()].filter(Boolean)).toHaveLength(5);
  expect(tableIds.get(veganId)).toBeNull();
  const veganEmail = (await listEmails()).find(({ to }) => to === `${veganId}@x.y`);
  expect(veganEmail?.text).toMatch(/No restaurant at this dinner caters for your diet/);
});

test("seats people where they share a language, for no more than they would spend, and without steps who needs it, as they say last", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 150, venueTables: [2, 2] });
  const dinerIds = await insertDinersWithAnswers(club, 10);
  await bookForDiners(club, dinerIds, eventId);
  const answer = (question: number, answerIds: number[], userIds: string[]) =>
    club.db
      .update(userAnswers)
      .set({ answerIds })
      .where(and(eq(userAnswers.questionId, question), inArray(userAnswers.userId, userIds)));
  const [languageId, budgetId, accessId] = [21, 15, 25];
  await club.db.batch([
    answer(
      languageId,
      [2],
      dinerIds.filter((_, i) => i % 2 === 1),
    ),
    answer(budgetId, [4], dinerIds.slice(1)),
    answer(accessId, [1], dinerIds.slice(1, 2)),
    club.db
      .update(venues)
      .set({ priceLevel: 3 })
      .where(eq(venues.id, venueOf(eventId))),
    club.db
      .update(venues)
      .set({ priceLevel: 1, stepFree: true })
      .where(eq(venues.id, venueOf(eventId, 1))),
  ]);
  await runJob("makeTables", createContext(), afterClosing());
  const made = await club.db
    .select({ userId: bookings.userId, tableId: bookings.tableId, venueId: tables.venueId })
    .from(bookings)
    .innerJoin(tables, eq(tables.id, bookings.tableId))
    .where(eq(bookings.eventId, eventId));
  const seatOf = (i: number) => made.find(({ userId }) => userId === dinerIds[i]);
  for (const i of dinerIds.keys()) expect(seatOf(i)?.tableId, `${i}`).toBe(seatOf(i % 2)?.tableId);
  expect(seatOf(0)?.tableId).not.toBe(seatOf(1)?.tableId);
  expect([seatOf(0)?.venueId, seatOf(1)?.venueId]).toEqual(Array(2).fill(venueOf(eventId, 1)));
});

const answerAs = (question: number, answerIds: number[], userId: string) =>
  club.db
    .update(userAnswers)
    .set({ answerIds })
    .where(and(eq(userAnswers.questionId, question), eq(userAnswers.userId, userId)));

test.each([
  ["one price level above what they said", { priceLevel: 2, stepFree: true }, 15, 1],
  ["that has steps", { priceLevel: 1, stepFree: false }, 25, 1],
])("seats nobody at a restaurant %s", async (_, venue, question, position) => {
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  await club.db
    .update(venues)
    .set(venue)
    .where(eq(venues.id, venueOf(eventId)));
  const dinerIds = await insertDinersWithAnswers(club, 6);
  await bookForDiners(club, dinerIds, eventId);
  const [first = "", ...others] = dinerIds;
  for (const id of others) await answerAs(15, [4], id);
  await answerAs(question, [position], first);
  await runJob("makeTables", createContext(), afterClosing());
  const unseated = (await listBookings(club, eventId)).filter(({ table_id }) => !table_id);
  expect(unseated.map(({ user_id }) => user_id)).toEqual([first]);
});

test("seats nobody with a diner they avoid where the operator lets diners meet again", async () => {
  const dinerIds = await insertDinersWithAnswers(club, 5);
  const [one = "", other = ""] = dinerIds;
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  await bookForDiners(club, dinerIds, eventId);
  await club.db.insert(avoidances).values({ userId: one, otherId: other, createdAt: new Date() });
  const { env, db } = createContext();
  await runJob("makeTables", { db, env: { ...env, MAY_MEET_AGAIN: "yes" } }, afterClosing());
  expect((await listBookings(club, eventId)).filter(({ table_id }) => table_id)).toEqual([]);
});

test("makes the tables again without a diner who cancels meanwhile", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  const dinerIds = await insertDinersWithAnswers(club, 6);
  const [canceledId = ""] = await bookForDiners(club, dinerIds, eventId);
  await club.binding.exec(
    `CREATE TRIGGER meanwhile AFTER INSERT ON match_records BEGIN UPDATE bookings SET canceled = 1 WHERE id = '${canceledId}'; END`,
  );
  await runJob("makeTables", createContext(), afterClosing());
  await club.binding.exec("DROP TRIGGER meanwhile");
  const bookings = await listBookings(club, eventId);
  expect(bookings.map(({ table_id }) => table_id !== null)).toEqual([false, true, true, true, true, true]);
  expect((await listEmails()).map(({ to }) => to)).not.toContain(`${dinerIds[0]}@x.y`);
  const record = await loadMatchRecord(club, eventId);
  expect(record).toMatchObject({ isIntact: true });
  expect(record?.input.diners).toHaveLength(5);
});

test("a table says nothing of company where one of it withdraws the consent while the tables are made", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  const dinerIds = await insertDinersWithAnswers(club, 5);
  await bookForDiners(club, dinerIds, eventId);
  await club.binding.exec(
    `CREATE TRIGGER meanwhile AFTER UPDATE OF matched_at ON events BEGIN DELETE FROM entry_keys WHERE booking_id IN (SELECT id FROM bookings WHERE user_id = '${dinerIds[0]}'); END`,
  );
  await runJob("makeTables", createContext(), afterClosing());
  await club.binding.exec("DROP TRIGGER meanwhile");
  // All five are here for the first time, so that nearly always somebody would be told.
  const made = await club.db.select().from(tables).where(eq(tables.eventId, eventId));
  expect(made.map(({ company }) => company)).toEqual([{}]);
});

test("seats diners together again only if the operator allows it, and the match record says so", async () => {
  const dinerIds = await insertDinersWithAnswers(club, 5);
  const [firstEventId, secondEventId, thirdEventId] = [
    await createEvent(club, { hoursFromNow: 150 }),
    await createEvent(club, { hoursFromNow: 170 }),
    await createEvent(club, { hoursFromNow: 190 }),
  ];
  await bookForDiners(club, dinerIds, firstEventId);
  await runJob("makeTables", createContext(), afterClosing());
  await bookForDiners(club, dinerIds, secondEventId);
  await runJob("makeTables", createContext(), hoursFromNow(130));
  expect(
    (await listBookings(club, secondEventId)).map(({ table_id, standby }) => [table_id, standby]),
  ).toEqual(dinerIds.map(() => [null, 1]));
  await bookForDiners(club, dinerIds, thirdEventId);
  const { env, db } = createContext();
  await runJob("makeTables", { db, env: { ...env, MAY_MEET_AGAIN: "yes" } }, hoursFromNow(149));
  expect((await listBookings(club, thirdEventId)).every(({ table_id }) => table_id)).toBe(true);
  expect((await loadMatchRecord(club, thirdEventId))?.input.relax).toEqual(["met"]);
});
