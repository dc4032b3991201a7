import { asc, desc, type SQL, sql } from "drizzle-orm";
import { runStatements } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { quizQuestions, weightChanges } from "#app/db/schema.ts";
import { hourMs, weekMs } from "#app/lib/time-units.ts";
import { type EveningOptions, type LearnedTerm, learnedTerms } from "#app/matching/learning/evenings.ts";
import { drawPoints, fitTerms, type PointsByTerm, type TermsFit } from "#app/matching/learning/fit-terms.ts";
import { drawWeights, type Fit, fitWeights } from "#app/matching/learning/fit-weights.ts";
import { limitStep } from "#app/matching/learning/limit-step.ts";
import { learns } from "#app/matching/learning/ratings.ts";
import { type Weights, weighQuestions } from "#app/matching/learning/weights.ts";
import type { MatchQuestion } from "#app/matching/question.ts";
import type { Random } from "#app/matching/random.ts";
import { toMatchQuestion, weightInForce } from "#app/models/matching/match-questions.ts";
import {
  selectTermPoints,
  selectTermSettings,
  setLearnedPoints,
  toTableTerms,
} from "#app/models/matching/table-terms.server.ts";
import { clearLearnedWeights, setLearnedWeights } from "#app/models/quiz/learned-weights.server.ts";
import { hasCompany } from "#app/models/quiz/promises.ts";
import { readRatingSums } from "./rating-sums.server.ts";

export interface Learning {
  /** With the operator's weights. */
  questions: (MatchQuestion & { text: string })[];
  inForce: Weights;
  learned: Fit;
  /** How many diners have answered, each dinner for itself. */
  answerCount: number;
  points: { operator: PointsByTerm; inForce: PointsByTerm; learned: TermsFit };
  drawPercent: number;
}

/** What the answers of the day after say about the weights, as far as they are in the sums. */
export async function loadLearning(db: Database): Promise<Learning> {
  const { rows, settings, inForce: pointsInForce, stored } = await loadWhatIsLearned(db);
  const questions = rows
    .map((row) => ({ ...toMatchQuestion(row), text: row.question }))
    .filter((question) => learns(question));
  const inForce = Object.fromEntries(rows.map((row) => [row.id, weightInForce(row)]));
  const operator = pickTerms(settings);
  return {
    questions,
    inForce: Object.fromEntries(questions.map(({ id }) => [id, inForce[id] ?? 0])),
    learned: fitWeights(questions, stored.sums),
    answerCount: stored.sums.dinners,
    points: {
      operator,
      inForce: pickTerms(pointsInForce),
      learned: fitTerms(settings.evenings, { points: operator, sensitive: listSensitiveTerms(rows) }),
    },
    drawPercent: settings.drawPercent,
  };
}

async function loadWhatIsLearned(db: Database) {
  const [[rows, [settings], [inForce]], stored] = await Promise.all([
    db.batch([
      db.select().from(quizQuestions).orderBy(asc(quizQuestions.position)),
      selectTermSettings(db),
      selectTermPoints(db),
    ]),
    readRatingSums(db),
  ]);
  if (!settings || !inForce) throw new Error("The table of terms has no row.");
  return { rows, settings, inForce, stored };
}

/** What the evenings of diners are described with: the weights in force, and no sensitive question that is never learned. */
export async function loadEveningOptions(db: Database): Promise<Omit<EveningOptions, "wishes">> {
  const { rows, inForce } = await loadWhatIsLearned(db);
  const described = rows.filter((row) => !row.sensitive || learns(toMatchQuestion(row)));
  const weights = Object.fromEntries(described.map((row) => [row.id, weightInForce(row)]));
  return {
    questions: weighQuestions(described.map(toMatchQuestion), weights),
    terms: toTableTerms(described, inForce),
  };
}

/** Other weights for an event, as likely as the answers make them. */
export async function loadPosterior(db: Database) {
  const { rows, settings, stored } = await loadWhatIsLearned(db);
  const options = { points: pickTerms(settings), sensitive: listSensitiveTerms(rows) };
  const terms = (points: PointsByTerm) => toTableTerms(rows, { ...settings, ...points });
  const questions = rows.map(toMatchQuestion);
  return {
    drawPercent: settings.drawPercent,
    hasLearned: settings.learned !== null || rows.some(({ learnedWeight }) => learnedWeight !== null),
    operator: { questions, terms: terms(options.points) },
    draw: (random: Random) => ({
      questions: weighQuestions(questions, drawWeights(questions, stored.sums, random)),
      terms: terms(drawPoints(settings.evenings, options, random)),
    }),
  };
}

const pickTerms = (points: PointsByTerm) =>
  Object.fromEntries(learnedTerms.map((term) => [term, points[term]])) as PointsByTerm;

type QuestionRow = typeof quizQuestions.$inferSelect;

const isDecidedBy: Partial<Record<LearnedTerm, (row: QuestionRow) => boolean>> = {
  company: hasCompany,
  ageAlone: ({ role }) => role === "age",
  ageWide: ({ role }) => role === "age",
  talkerMissing: ({ talkers }) => (talkers?.length ?? 0) > 0,
};

const listSensitiveTerms = (rows: readonly QuestionRow[]): LearnedTerm[] =>
  learnedTerms.filter((term) => rows.some((row) => row.sensitive && isDecidedBy[term]?.(row)));

interface WeightChange {
  /** How far from the weights in force to the learned ones, 0 to 1. */
  share: number;
  madeBy: "operator" | "software";
  now: Date;
}

/** Puts weights between those in force and the learned ones in force. Returns them, or nothing where the condition did not hold. */
export async function applyWeights(
  db: Database,
  { inForce, learned, answerCount, points }: Learning,
  { share, madeBy, now }: WeightChange,
  condition: SQL = sql`true`,
): Promise<Weights | undefined> {
  const weights = limitStep(inForce, learned.weights, share);
  const nextPoints = limitStep(points.inForce, points.learned.points, share);
  const change = { at: now, madeBy, weights: { ...weights, ...nextPoints }, answerCount, share };
  const [, , added] = await runStatements(db, [
    setLearnedWeights(db, weights, condition),
    setLearnedPoints(db, nextPoints, condition),
    insertWhere(db, weightChanges, change, condition).returning({ id: weightChanges.id }),
  ]);
  return added?.length === 1 ? weights : undefined;
}

/** Puts the operator's own weights in force again. */
export async function resetWeights(
  db: Database,
  { questions, answerCount, points }: Learning,
  now: Date,
): Promise<void> {
  const weights = Object.fromEntries(questions.map(({ id, weight }) => [id, weight]));
  await runStatements(db, [
    clearLearnedWeights(db),
    setLearnedPoints(db, null, sql`true`),
    insertWhere(
      db,
      weightChanges,
      { at: now, madeBy: "operator", weights: { ...weights, ...points.operator }, answerCount, share: 1 },
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
      isDue:
        sql<number>`not ${changedRecently(now)} and exists (select 1 from rating_sums where version > 0)`.as(
          "is_due",
        ),
    })
    .from(sql`(select 1)`);
  return row?.isDue === 1;
}

export async function findLastWeightChange(db: Database) {
  const [last] = await db.select().from(weightChanges).orderBy(desc(weightChanges.at)).limit(1);
  return last;
}
