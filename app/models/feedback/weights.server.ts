import { asc, desc, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events, quizQuestions, ratingSums, userAnswers, weightChanges } from "#app/db/schema.ts";
import { insertWhere, jsonList } from "#app/db/statements.ts";
import { hourMs, weekMs } from "#app/lib/time-units.ts";
import { type Fit, fitWeights } from "#app/matching/learning/fit-weights.ts";
import { emptySums, type RatingSums } from "#app/matching/learning/rating-sums.ts";
import type { Weights } from "#app/matching/learning/weights.ts";
import { limitStep } from "#app/matching/learning/weights.ts";
import type { Diner, MatchQuestion } from "#app/matching/match-input.ts";
import { clearLearnedWeights, setLearnedWeights } from "#app/models/quiz/quiz.server.ts";
import { learns, toMatchQuestion, weightInForce } from "#app/models/seating/match-input.server.ts";
import { areLearnable, markLearned } from "./feedback-results.server.ts";

export interface Learning {
  /** With the operator's weights. */
  questions: (MatchQuestion & { text: string })[];
  inForce: Weights;
  learned: Fit;
  /** How many diners have answered, each dinner for itself. */
  answerCount: number;
  /** Those that count and are never learned. */
  others: Pick<typeof quizQuestions.$inferSelect, "id" | "question" | "weight" | "tellsOf">[];
}

/** What the answers of the day after say about the weights, as far as they are in the sums. */
export async function loadLearning(db: Database): Promise<Learning> {
  const [rows, { sums }] = await Promise.all([
    db.select().from(quizQuestions).orderBy(asc(quizQuestions.id)),
    readRatingSums(db),
  ]);
  const learning = rows.filter(learns);
  const questions = learning.map((row) => ({ ...toMatchQuestion(row), text: row.question }));
  return {
    questions,
    inForce: Object.fromEntries(learning.map((row) => [row.id, weightInForce(row)])),
    learned: fitWeights(questions, sums),
    answerCount: sums.dinners,
    others: rows
      .filter((row) => row.rule !== "ignore" && row.weight > 0 && !learns(row))
      .map(({ id, question, weight, tellsOf }) => ({ id, question, weight, tellsOf })),
  };
}

interface WeightChange {
  /** How far from the weights in force to the learned ones, 0 to 1. */
  share: number;
  madeBy: "operator" | "software";
  now: Date;
}

/** Puts weights between those in force and the learned ones in force. Returns them, or nothing where the condition did not hold. */
export async function applyWeights(
  db: Database,
  { inForce, learned, answerCount }: Learning,
  { share, madeBy, now }: WeightChange,
  condition: SQL = sql`true`,
): Promise<Weights | undefined> {
  const weights = limitStep(inForce, learned.weights, share);
  const change = { at: now, madeBy, weights, answerCount, share };
  const [, added] = await db.batch([
    setLearnedWeights(db, weights, condition),
    insertWhere(db, weightChanges, change, condition).returning({ id: weightChanges.id }),
  ]);
  return added?.length === 1 ? weights : undefined;
}

/** Puts the operator's own weights in force again. */
export async function resetWeights(
  db: Database,
  { questions, answerCount }: Learning,
  now: Date,
): Promise<void> {
  const weights = Object.fromEntries(questions.map(({ id, weight }) => [id, weight]));
  await db.batch([
    clearLearnedWeights(db),
    insertWhere(
      db,
      weightChanges,
      { at: now, madeBy: "operator", weights, answerCount, share: 1 },
      sql`true`,
    ),
  ]);
}

/** A little less than a week, so that a job that is late once is not late for ever. */
const changedRecently = (now: Date) =>
  sql`exists (select 1 from ${weightChanges} where ${weightChanges.at} > ${now.getTime() - weekMs + hourMs})`;

/** A quarter of the way, at most once a week. */
export const applyWeeklyStep = (db: Database, learning: Learning, now: Date) =>
  applyWeights(db, learning, { share: 0.25, madeBy: "software", now }, sql`not ${changedRecently(now)}`);

export async function isWeeklyStepDue(db: Database, now: Date): Promise<boolean> {
  const [row] = await db
    .select({
      isDue: sql<number>`not ${changedRecently(now)} and exists (select 1 from rating_sums
          where version > 0)`.as("is_due"),
    })
    .from(sql`(select 1)`);
  return row?.isDue === 1;
}

export const findLastWeightChange = (db: Database) =>
  db.select().from(weightChanges).orderBy(desc(weightChanges.at)).limit(1).get();

interface StoredSums {
  sums: RatingSums;
  /** 0 before there are any. */
  version: number;
}

export async function readRatingSums(db: Database): Promise<StoredSums> {
  const [row] = await db.select({ sums: ratingSums.sums, version: ratingSums.version }).from(ratingSums);
  return row ?? { sums: emptySums(), version: 0 };
}

/** Saves sums that have the feedback of these bookings in them. False where another worker was faster, or a diner was erased. */
export async function saveRatingSums(
  db: Database,
  { sums, version }: StoredSums,
  bookingIds: string[],
  now: Date,
): Promise<boolean> {
  const savedBy = crypto.randomUUID();
  const isSaved = sql`exists (select 1 from ${ratingSums} where ${ratingSums.savedBy} = ${savedBy})`;
  const [, saved] = await db.batch([
    insertWhere(
      db,
      ratingSums,
      { id: 1, sums: emptySums(), version: 0, savedBy: "", updatedAt: now },
      sql`not exists (select 1 from ${ratingSums})`,
    ),
    db
      .update(ratingSums)
      .set({ sums, version: version + 1, savedBy, updatedAt: now })
      .where(sql`${ratingSums.version} = ${version} and ${areLearnable(bookingIds)}`)
      .returning({ version: ratingSums.version }),
    markLearned(db, bookingIds, isSaved, now),
  ]);
  return saved?.length === 1;
}

export async function loadAnswers(db: Database, userIds: string[]): Promise<Map<string, Diner["answers"]>> {
  const rows = await db
    .select({
      userId: userAnswers.userId,
      json: sql<string>`json_group_object(question_id, json(answer_ids))`.as("json"),
    })
    .from(userAnswers)
    .where(inArray(userAnswers.userId, jsonList(userIds)))
    .groupBy(userAnswers.userId);
  return new Map(rows.map(({ userId, json }) => [userId, JSON.parse(json)]));
}

/** What those answered who sat together at the last events, table by table. */
export async function loadRecentTables(
  db: Database,
  now: Date,
  eventCount: number,
): Promise<Pick<Diner, "answers">[][]> {
  const seated = await db
    .select({ userId: bookings.userId, tableId: bookings.tableId })
    .from(bookings)
    .where(
      sql`${bookings.canceled} = 0 and ${bookings.tableId} is not null and ${bookings.eventId} in (select id from ${events}
        where date <= ${now.getTime()} and matched_at is not null and canceled_at is null order by date desc limit ${eventCount})`,
    );
  const answers = await loadAnswers(
    db,
    seated.map(({ userId }) => userId),
  );
  return [...Map.groupBy(seated, ({ tableId }) => tableId).values()]
    .filter((diners) => diners.length > 1)
    .map((diners) => diners.map(({ userId }) => ({ answers: answers.get(userId) ?? {} })));
}
