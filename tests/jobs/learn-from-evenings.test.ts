import { eq, sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { runStatements } from "#app/db/batch.ts";
import { insertRows } from "#app/db/insert-where.ts";
import {
  bookings,
  cities,
  erasedSeats,
  events,
  feedback,
  matchRecords,
  publicFigures,
  quizQuestions,
  ratingSums,
  tables,
  tableTerms,
  userAnswers,
  users,
  venues,
  weightChanges,
} from "#app/db/schema.ts";
import type { WeightChoice } from "#app/matching/learning/choose-weights.ts";
import { emptyEvenings } from "#app/matching/learning/evenings.ts";
import { Random } from "#app/matching/random.ts";
import { usualPoints } from "#app/matching/terms/table-terms.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { loadLearning, loadPosterior } from "#app/models/learning/weights.server.ts";
import { selectTermSettings } from "#app/models/matching/table-terms.server.ts";
import { openClub } from "#tests/support/club.ts";
import { insertDiners, newVenue, testCity } from "#tests/support/events.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);
const dayMs = 86_400_000;
const now = new Date("2026-11-22T12:00:00Z");
/** "How long have you lived where you live now?", whose first two answers are marked. */
const stayQuestion = 24;
/** What is drunk, a date and gender. */
const sensitiveMarks = ["16", "22", "26"];
const tablesPerEvent = 8;

afterEach(async () => {
  const emptied = [
    feedback,
    ratingSums,
    weightChanges,
    bookings,
    erasedSeats,
    tables,
    matchRecords,
    events,
    users,
  ];
  for (const table of [publicFigures, ...emptied]) await club.db.delete(table);
  await club.db.update(quizQuestions).set({ learnedWeight: null });
  await club.db.update(tableTerms).set({ learned: null, drawPercent: 0, evenings: emptyEvenings() });
});

interface Evenings {
  count: number;
  /** By whether somebody is the only one at their table who is new in town. */
  rate(isAlone: boolean, chance: number, event: number): number;
  choose?(event: number): WeightChoice;
}

/** Events at eight tables of five each, in a random order of the same diners, who all rated them. */
async function addEvents({ count, rate, choose }: Evenings) {
  const { db } = club;
  const random = new Random(count);
  const diners = await insertDiners(club, 5 * tablesPerEvent);
  const venueId = `${testCity.id}-evenings`;
  await db.insert(cities).values(testCity).onConflictDoNothing();
  await db
    .insert(venues)
    .values(newVenue(venueId, { cityId: testCity.id }))
    .onConflictDoNothing();
  const isNew = (k: number) => k % 5 === 0;
  const answers = diners.map((userId, k) => ({
    userId,
    questionId: stayQuestion,
    answerIds: [isNew(k) ? 2 : 4],
  }));
  await runStatements(db, insertRows(db, userAnswers, answers));
  for (let event = 0; event < count; event++) {
    const date = new Date(now.getTime() - (count - event + 2) * dayMs);
    const id = `event-${event}`;
    const order = [...random.shuffle(Int32Array.from(diners.keys()))];
    const seats = order.map((k, place) => {
      const first = place - (place % 5);
      const others = order.slice(first, first + 5).filter((other) => other !== k);
      const isAlone = isNew(k) && !others.some(isNew);
      return {
        k,
        table: `${id}-${first / 5}`,
        rating: rate(isAlone, random.nextBelow(1_000) / 1_000, event),
      };
    });
    const answeredAt = new Date(date.getTime() + dayMs / 2);
    await runStatements(db, [
      ...insertRows(db, events, [
        {
          id,
          cityId: testCity.id,
          date,
          scheduledFor: date,
          closesAt: new Date(date.getTime() - dayMs),
          matchedAt: new Date(date.getTime() - dayMs),
          capacity: diners.length,
          available: true,
        },
      ]),
      ...insertRows(
        db,
        tables,
        Array.from({ length: tablesPerEvent }, (_, i) => ({
          id: `${id}-${i}`,
          eventId: id,
          venueId,
          number: i + 1,
        })),
      ),
      ...insertRows(
        db,
        bookings,
        seats.map(({ k, table }) => ({
          id: `${id}-${k}`,
          userId: diners[k] as string,
          eventId: id,
          createdAt: new Date(date.getTime() - 9 * dayMs),
          confirmed: true,
          tableId: table,
        })),
      ),
      ...insertRows(
        db,
        feedback,
        seats.map(({ k, rating }) => ({
          bookingId: `${id}-${k}`,
          rating,
          firstAnsweredAt: answeredAt,
          answeredAt,
        })),
      ),
      ...(choose
        ? insertRows(db, matchRecords, [
            {
              eventId: id,
              chosen: { choice: choose(event), weights: {} },
              entryCount: 0,
              mayMeetAgain: false,
              entriesHash: "",
              rulesVersion: 1,
              writtenAt: date,
            },
          ])
        : []),
    ]);
  }
  return diners;
}

const learn = () => runJob("learnFromFeedback", createJobContext(club), now);

/** How high what company counts is learned, and the highest that a drawn event would get of a hundred. */
async function findCompanyPoints() {
  const { points } = await loadLearning(club.db);
  const { draw } = await loadPosterior(club.db);
  const random = new Random(1);
  const drawn = Array.from({ length: 100 }, () => draw(random).terms.company ?? 0);
  return { ...points, learned: points.learned.points.company, drawn: Math.max(...drawn) };
}

test("200 evenings whose ratings follow not being alone raise what that counts, once no mark is sensitive, and weights says so", async () => {
  await addEvents({
    count: 25,
    rate: (isAlone, chance) => Math.round((isAlone ? 2.6 : 4) + 1.8 * chance - 0.9),
  });
  expect((await ops.run("weights")).out).toContain("not enough dinners yet");
  await learn();
  // A new club marks answers to sensitive questions, such as on drinking.
  expect(await findCompanyPoints()).toMatchObject({
    learned: usualPoints.company,
    drawn: usualPoints.company,
  });
  await ops.run("weights", "apply", "--yes");
  expect((await findCompanyPoints()).inForce.company).toBe(usualPoints.company);
  await ops.run("weights", "reset", "--yes");
  for (const id of sensitiveMarks) await ops.json("weights", "unmark", id);
  const { points: terms, learned } = await loadLearning(club.db);
  expect(terms.learned.ratingCount).toBe(1_000);
  expect(terms.learned.effects.company.stars).toBeCloseTo(-1.4, 0);
  expect(terms.learned.points.company).toBeGreaterThan(1.5 * terms.operator.company);
  expect((await findCompanyPoints()).drawn).toBeGreaterThan(1.5 * terms.operator.company);
  expect(learned.confidence).toBeLessThan(0.6);
  const { out } = await ops.run("weights");
  expect(out).toContain("The points of terms are learned from 1000 ratings of evenings.");
  expect(out).toMatch(/company +(\d\.\d) +\1 +\d+\.\d +−1\.\d+ ± 0\.\d+ for each mark/);
  await ops.run("weights", "apply", "--yes");
  const after = await loadLearning(club.db);
  expect(after.points.inForce.company).toBeCloseTo(
    usualPoints.company + (terms.learned.points.company - usualPoints.company) / 4,
    6,
  );
  expect(after.points.inForce.ageAlone).toBeLessThanOrEqual(terms.operator.ageAlone);
  // Once an answer to a sensitive question is marked, the learned points no longer count.
  await ops.json("weights", "mark", "16", "1");
  expect((await findCompanyPoints()).inForce.company).toBe(usualPoints.company);
  await ops.run("weights", "reset", "--yes");
  expect((await loadLearning(club.db)).points.inForce).toEqual(terms.operator);
});

test("an evening is described without sensitive questions that are never learned", async () => {
  const [, woman = ""] = await addEvents({ count: 2, rate: () => 4 });
  const answers = { 26: [1], 19: [1980] };
  await runStatements(
    club.db,
    insertRows(
      club.db,
      userAnswers,
      Object.entries(answers).map(([id, answerIds]) => ({
        userId: woman,
        questionId: Number(id),
        answerIds,
      })),
    ),
  );
  await club.db.update(quizQuestions).set({ weight: 0 }).where(eq(quizQuestions.id, 19));
  await learn();
  const [row] = await club.db.select().from(feedback).where(eq(feedback.bookingId, "event-1-1"));
  // No mark, so none alone, and nobody too young or too old.
  expect(row?.evening?.slice(3)).toEqual([0, 0, 0, 0, expect.any(Number), 0]);
  await club.db.update(quizQuestions).set({ weight: 7 }).where(eq(quizQuestions.id, 19));
});

test("ratings by chance change nothing, and an erased account leaves nothing in the sums of evenings", async () => {
  const diners = await addEvents({ count: 20, rate: (_, chance) => 1 + Math.floor(5 * chance) });
  const [erased = ""] = diners;
  const isTheirs = sql`booking_id in (select id from bookings where user_id = ${erased})`;
  const theirs = await club.db.select().from(feedback).where(isTheirs);
  await club.db.delete(feedback).where(isTheirs);
  await learn();
  const readSums = async () => (await selectTermSettings(club.db))[0]?.evenings ?? [];
  const evenings = await readSums();
  const { points: terms } = await loadLearning(club.db);
  for (const [term, points] of Object.entries(terms.operator))
    expect(Math.abs(terms.learned.points[term as "wish"] - points)).toBeLessThanOrEqual(0.05 * points);
  await runStatements(club.db, insertRows(club.db, feedback, theirs));
  await learn();
  expect((await readSums())[0]).toBe((evenings[0] ?? 0) + theirs.length);
  await eraseAccount(club.db, erased, now);
  expect(await readSums()).toEqual(evenings);
});

/** Each dinner is counted once everybody has answered who will. */
async function countLifts(days = 20) {
  await runJob("countFigures", createJobContext(club), new Date(now.getTime() + days * dayMs));
  return (await ops.json("weights")).lifts;
}

const probabilities = { learned: 0.9, drawn: 0.05, operator: 0.05 };

test("says how learned weights compare only once there are enough events", async () => {
  const choose = (event: number): WeightChoice => ({
    chosen: event % 3 === 0 ? "operator" : "learned",
    probabilities,
  });
  const rate = (_: boolean, chance: number, event: number) =>
    Math.min(5, (event % 3 === 0 ? 3 : 4) + Math.round(chance));
  await addEvents({ count: 9, choose, rate });
  expect((await ops.json("weights")).lifts.learned).toMatchObject({ events: 0, otherEvents: 0 });
  expect(await countLifts()).toMatchObject({ learned: { events: 6, otherEvents: 3, interval: null } });
  expect((await ops.run("weights")).out).toContain(
    "How evenings with the learned weights are rated: not enough dinners yet (6 events, and 3 with the operator's).",
  );
});

test("finds how much better learned weights are", async () => {
  const choose = (event: number): WeightChoice => ({
    chosen: event % 3 === 0 ? "operator" : "learned",
    probabilities,
  });
  await addEvents({
    count: 20,
    choose,
    rate: (_, chance, event) => (event % 3 === 0 ? 3 : 4) + Math.round(chance),
  });
  const { learned } = await countLifts();
  expect(learned).toMatchObject({ events: 13, otherEvents: 7 });
  expect(Math.abs((learned.interval?.stars ?? 0) - 1)).toBeLessThan(learned.interval?.error ?? 0);
  expect((await ops.run("weights")).out).toMatch(
    /Evenings with the learned weights are rated \+[\d.]+ ± [\d.]+ stars compared with the operator's \(13 events, and 7/,
  );
});

test("weights draw sets how many events are made with other weights", async () => {
  expect(await ops.run("weights", "draw", "51", "--yes")).toMatchObject({ code: 2 });
  expect((await ops.run("weights")).out).toContain("No events are made with other weights");
  expect((await ops.run("weights", "draw", "10", "--yes")).out).toContain("Each match record says");
  expect((await ops.run("weights")).out).toContain("Of 100 events 10 are chosen at random");
  await ops.run("weights", "draw", "0", "--yes");
  expect((await loadLearning(club.db)).drawPercent).toBe(0);
});
