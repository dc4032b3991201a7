import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { ratingSums, weightChanges } from "#app/db/schema/feedback.ts";
import { quizQuestions } from "#app/db/schema/quiz.ts";
import { feedback } from "#app/db/schema.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { saveFeedback } from "#app/models/feedback/feedback.server.ts";
import {
  applyWeights,
  loadLearning,
  readRatingSums,
  resetWeights,
} from "#app/models/feedback/weights.server.ts";
import { loadMatchData } from "#app/models/seating/match-data.server.ts";
import { buildMatchInput } from "#app/models/seating/match-input.server.ts";
import { openClub } from "#tests/support/club.ts";
import { CrashError, crashAtCall } from "#tests/support/crashing-database.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";
import { dineTogether, type PastDiner } from "#tests/support/past-dinners.ts";

const club = openClub();
const ops = connectOps(club);
const hourMs = 3_600_000;
const names = ["Anna", "Bence", "Clara", "Dani", "Edit"] as const;

afterEach(async () => {
  await club.db.delete(feedback);
  await club.db.delete(ratingSums);
  await club.db.delete(weightChanges);
  await club.db.update(quizQuestions).set({ learnedWeight: null });
});

interface Said {
  wished?: PastDiner[];
  avoided?: PastDiner[];
}

async function dine() {
  const { diners, date, eventId } = await dineTogether(club, names);
  const answeredAt = new Date(date.getTime() + 16 * hourMs);
  const say = (who: PastDiner, { wished = [], avoided = [] }: Said, at = answeredAt) =>
    saveFeedback(
      club.db,
      { bookingId: who.bookingId, date },
      {
        rating: 5,
        note: null,
        contact: null,
        wished: wished.map(({ bookingId }) => bookingId),
        wantsSameTable: false,
        avoided: avoided.map(({ bookingId }) => bookingId),
        takenBack: [],
      },
      at,
    );
  return { ...diners, eventId, answeredAt, say };
}

/** A question of one choice that counts and is not sensitive. */
async function findQuestion() {
  const { questions } = await loadLearning(club.db);
  const question = questions.find(
    ({ kind, rule, sensitive }) => kind === "single" && rule === "similar" && !sensitive,
  );
  if (!question) throw new Error("no such question");
  return question;
}

async function choose(diner: PastDiner, questionId: number, position: number) {
  await club.binding
    .prepare(
      `INSERT INTO user_answers (user_id, question_id, answer_ids) VALUES (?1, ?2, ?3)
       ON CONFLICT (user_id, question_id) DO UPDATE SET answer_ids = ?3`,
    )
    .bind(diner.userId, questionId, JSON.stringify([position]))
    .run();
}

const learn = (at: Date, context = createJobContext(club)) => runJob("learnFromFeedback", context, at);

const later = (date: Date, hours: number) => new Date(date.getTime() + hours * hourMs);

test("learns from each answer once, a day after it was given", async () => {
  const { Anna, Bence, Clara, Dani, Edit, answeredAt, say } = await dine();
  const question = await findQuestion();
  for (const diner of [Anna, Bence]) await choose(diner, question.id, 1);
  for (const diner of [Clara, Dani, Edit]) await choose(diner, question.id, 2);
  await say(Anna, { wished: [Bence], avoided: [Clara] });
  await learn(later(answeredAt, 23));
  expect((await readRatingSums(club.db)).sums.dinners).toBe(0);
  await learn(later(answeredAt, 25));
  const stored = await readRatingSums(club.db);
  const { sums, version } = stored;
  expect([sums.dinners, version]).toEqual([1, 1]);
  // She would meet the one who answered as she did, and not one who did not.
  expect(sums.agreement[sums.questions.indexOf(question.id)]).toBeGreaterThan(0);
  await learn(later(answeredAt, 26));
  expect(await readRatingSums(club.db)).toEqual(stored);
});

test("adds every answer once when ten workers learn at the same time", async () => {
  const { Anna, Bence, Clara, Dani, Edit, answeredAt, say } = await dine();
  for (const diner of [Anna, Bence, Clara, Dani]) await say(diner, { wished: [Edit] });
  await Promise.all(Array.from({ length: 10 }, () => learn(later(answeredAt, 25))));
  expect((await readRatingSums(club.db)).sums.dinners).toBe(4);
});

test("adds every answer once when a worker is stopped at any call", async () => {
  const { Anna, Bence, answeredAt, say } = await dine();
  await say(Anna, { wished: [Bence] });
  let crashes = 0;
  for (const isCallDone of [false, true]) {
    await club.db.delete(ratingSums);
    await club.db.update(feedback).set({ learnedAt: null });
    for (let callNumber = 1; ; callNumber++) {
      const db = openDatabase(crashAtCall(club.binding, { callNumber, isCallDone }));
      const error = await learn(later(answeredAt, 25), { db, env: emailEnv }).catch(
        (error: unknown) => error,
      );
      if (error === undefined) break;
      expect(String((error as Error).cause ?? error)).toContain(new CrashError("the Worker died").message);
      crashes++;
    }
    expect((await readRatingSums(club.db)).sums.dinners).toBe(1);
  }
  expect(crashes).toBeGreaterThan(6);
});

test("forgets an answer of an account that is erased before it was learned, and keeps sums that name nobody", async () => {
  const { Anna, Bence, Clara, answeredAt, say } = await dine();
  await say(Anna, { wished: [Bence] });
  await eraseAccount(club.db, Anna.userId, answeredAt);
  await learn(later(answeredAt, 25));
  expect((await readRatingSums(club.db)).sums.dinners).toBe(0);
  await say(Clara, { wished: [Bence] });
  await learn(later(answeredAt, 25));
  const { sums } = await readRatingSums(club.db);
  await eraseAccount(club.db, Clara.userId, answeredAt);
  expect((await readRatingSums(club.db)).sums).toEqual(sums);
  for (const { userId, bookingId } of [Bence, Clara]) {
    expect(JSON.stringify(sums)).not.toContain(userId);
    expect(JSON.stringify(sums)).not.toContain(bookingId);
  }
});

async function readMatchWeights(eventId: string) {
  const data = await loadMatchData(club.db, eventId);
  if (!data) throw new Error("no such event");
  return new Map(buildMatchInput(eventId, data, emailEnv).questions.map(({ id, weight }) => [id, weight]));
}

test("makes tables with the weights in force, and with the operator's own until there are others", async () => {
  const { eventId, Anna, Bence, answeredAt, say } = await dine();
  const before = await readMatchWeights(eventId);
  const question = await findQuestion();
  expect(before.get(question.id)).toBe(question.weight);
  await say(Anna, { wished: [Bence] });
  await learn(later(answeredAt, 25));
  const learning = await loadLearning(club.db);
  const learned = {
    ...learning.learned,
    weights: { ...learning.learned.weights, [question.id]: question.weight + 4 },
  };
  const change = { share: 0.25, madeBy: "operator", now: answeredAt } as const;
  await applyWeights(club.db, { ...learning, learned }, change);
  const [stored] = await club.db.select().from(quizQuestions).where(eq(quizQuestions.id, question.id));
  expect(stored).toMatchObject({ weight: question.weight, learnedWeight: question.weight + 1 });
  const after = await readMatchWeights(eventId);
  const other = [...before].find(([id, weight]) => id !== question.id && weight > 0);
  expect((after.get(question.id) ?? 0) / (before.get(question.id) ?? 1)).toBeGreaterThan(
    (after.get(other?.[0] ?? 0) ?? 0) / (other?.[1] ?? 1),
  );
  await resetWeights(club.db, learning, answeredAt);
  expect(await readMatchWeights(eventId)).toEqual(before);
});

test("counts a question near what its operator wants, and one that tells of people as they want", async () => {
  const { eventId } = await dine();
  const { id, weight } = await findQuestion();
  const change = (changes: Partial<typeof quizQuestions.$inferInsert>) =>
    club.db.update(quizQuestions).set(changes).where(eq(quizQuestions.id, id));
  await change({ weight: 2, learnedWeight: 6 });
  // In sevenths, as the matcher gets weights that are not whole.
  expect((await loadLearning(club.db)).inForce[id]).toBe(3);
  expect((await readMatchWeights(eventId)).get(id)).toBe(3);
  await change({ learnedWeight: 0 });
  expect((await loadLearning(club.db)).inForce[id]).toBeCloseTo(2 / 1.5, 6);
  for (const learnedWeight of [0, 6])
    for (const tells of ["origin", "belief", "health", "drinking", "gender", "not said"] as const) {
      await change({ learnedWeight, tellsOf: tells });
      expect((await readMatchWeights(eventId)).get(id), tells).toBe(2);
      expect((await loadLearning(club.db)).inForce[id]).toBeUndefined();
    }
  await change({ weight, learnedWeight: null, tellsOf: "tastes" });
});

test("nothing is learned of where somebody comes from, what they believe or drink, or their health, gender, age or love", async () => {
  const { Anna, Bence, Clara, answeredAt, say } = await dine();
  await say(Anna, { wished: [Bence], avoided: [Clara] });
  await learn(later(answeredAt, 25));
  const { questions } = (await readRatingSums(club.db)).sums;
  expect(questions.length).toBeGreaterThan(10);
  const rows = await club.db.select().from(quizQuestions);
  const told = rows.filter(({ tellsOf }) => tellsOf !== "tastes");
  expect(told.map(({ id, tellsOf }) => `${id} ${tellsOf}`)).toEqual([
    "11 belief",
    "12 health",
    "16 drinking",
    "19 age",
    "20 origin",
    "21 origin",
    "22 love",
    "24 origin",
    "25 health",
    "26 gender",
  ]);
  for (const { id } of told) expect(questions).not.toContain(id);
  for (const id of [11, 16, 19, 20, 21, 22])
    await expect(
      club.db.update(quizQuestions).set({ tellsOf: "tastes" }).where(eq(quizQuestions.id, id)),
    ).rejects.toThrow();
  const added = {
    id: 99,
    position: 990,
    category: "food",
    question: "Who says what this tells of?",
  } as const;
  await club.db.insert(quizQuestions).values({ ...added, choices: ["A", "B"], rule: "similar", weight: 5 });
  expect((await loadLearning(club.db)).inForce[99]).toBeUndefined();
  expect((await ops.run("weights")).out).toMatch(/99 +Who says what this tells of\? +5 +not said/);
  await club.db.delete(quizQuestions).where(eq(quizQuestions.id, 99));
});

test("takes one step a week where the operator asked for it, however many workers run", async () => {
  const { Anna, Bence, answeredAt, say } = await dine();
  await say(Anna, { wished: [Bence] });
  await learn(later(answeredAt, 25));
  const step = (at: Date, AUTO_WEIGHTS = "yes") =>
    runJob("applyLearnedWeights", { db: club.db, env: { ...emailEnv, AUTO_WEIGHTS } }, at);
  const countChanges = async () => (await club.db.select().from(weightChanges)).length;
  await step(answeredAt, "no");
  expect(await countChanges()).toBe(0);
  await Promise.all(Array.from({ length: 10 }, () => step(answeredAt)));
  expect(await countChanges()).toBe(1);
  await step(later(answeredAt, 24 * 6));
  expect(await countChanges()).toBe(1);
  await step(later(answeredAt, 24 * 7));
  const changes = await club.db.select().from(weightChanges);
  expect(changes.map(({ share, madeBy, answerCount }) => [share, madeBy, answerCount])).toEqual([
    [0.25, "software", 1],
    [0.25, "software", 1],
  ]);
});

test("ops weights shows what was learned, applies a part of it and puts it back", async () => {
  expect((await ops.run("weights")).out).toContain("Learned from 0 answers of the day after.");
  expect(await ops.run("weights", "apply", "--yes")).toMatchObject({ code: 4 });
  const { Anna, Bence, Clara, answeredAt, say } = await dine();
  await say(Anna, { wished: [Bence], avoided: [Clara] });
  await learn(later(answeredAt, 25));
  const { out } = await ops.run("weights");
  expect(out).toContain("Learned from 1 answer of the day after.");
  expect(out).toMatch(/21 +Which languages could you spend an evening … +2 +origin/);
  expect(out).toMatch(/The last \d+ tables? scored [\d.]+ with the weights in force/);
  expect(await ops.run("weights", "apply", "--percent", "26", "--yes")).toMatchObject({ code: 2 });
  await club.db.update(quizQuestions).set({ learnedWeight: 0.5 });
  const { weights } = await ops.json("weights", "apply", "--percent", "10", "--dry-run");
  expect(weights.some(({ from, to }: { from: number; to: number }) => from !== to)).toBe(true);
  expect((await ops.run("weights", "apply", "--dry-run")).out).toMatch(/^id +question +now +then\n/);
  expect((await ops.run("weights", "apply", "--percent", "10", "--yes")).out).toContain("weights reset");
  const { inForce } = await ops.json("weights");
  for (const { id, to } of weights) expect(inForce[id]).toBeCloseTo(to, 10);
  expect(await club.db.select().from(weightChanges)).toMatchObject([{ share: 0.1, madeBy: "operator" }]);
  expect((await ops.run("weights", "reset", "--yes")).out).toContain("The operator's weights are in force.");
  const rows = await club.db.select().from(quizQuestions);
  expect(rows.every(({ learnedWeight }) => learnedWeight === null)).toBe(true);
});
