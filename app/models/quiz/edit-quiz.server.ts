import { asc, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { profiles, quizQuestions, userAnswers } from "#app/db/schema.ts";
import { insertRows, jsonList } from "#app/db/statements.ts";

/** Questions below it come with the product, also with later versions. */
export const firstOwnId = 1_000;

/** So that what a table loses fits the matcher's integers. */
export const maxMarkedQuestions = 8;

export type StoredQuestion = typeof quizQuestions.$inferSelect;

export const listQuestions = async (db: Database): Promise<StoredQuestion[]> =>
  db.select().from(quizQuestions).orderBy(asc(quizQuestions.position), asc(quizQuestions.id));

/** How many diners have finished the quiz, and how many have answered each question. Reads all answers. */
export async function countAnswers(db: Database) {
  const [answered, finished] = await Promise.all([
    db
      .select({ id: userAnswers.questionId, count: sql<number>`count(*)`.as("answer_count") })
      .from(userAnswers)
      .where(sql`${userAnswers.answerIds} <> '[]'`)
      .groupBy(userAnswers.questionId),
    db.$count(profiles, sql`${profiles.isQuizDone} = 1`),
  ]);
  return { answered: new Map(answered.map(({ id, count }) => [id, count])), finished };
}

interface Conditions {
  /** They must not exist yet. */
  newIds: number[];
  /** Nobody may have answered these meanwhile. */
  unansweredIds: number[];
}

/** Adds and changes questions in one statement, and keeps all answers. False if a condition doesn't hold anymore. */
export async function saveQuestions(
  db: Database,
  rows: StoredQuestion[],
  { newIds, unansweredIds }: Conditions,
): Promise<boolean> {
  const condition = sql`not exists (select 1 from quiz_questions known where known.id in ${jsonList(newIds)})
    and not exists (select 1 from ${userAnswers} where ${userAnswers.questionId} in ${jsonList(unansweredIds)}
      and ${userAnswers.answerIds} <> '[]')`;
  const [statement, other] = insertRows(db, quizQuestions, rows, condition);
  if (!statement || other) throw new Error("The questions don’t fit into one statement.");
  const saved = await statement
    .onConflictDoUpdate({ target: quizQuestions.id, set: allButLearned() })
    .returning({ id: quizQuestions.id });
  return saved.length === rows.length;
}

/** What was learned meanwhile stays. */
const allButLearned = (): Partial<Record<keyof StoredQuestion, SQL>> =>
  Object.fromEntries(
    Object.keys(getTableColumns(quizQuestions))
      .filter((name) => name !== "id" && name !== "learnedWeight")
      .map((name) => [
        name,
        sql.raw(`excluded.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`),
      ]),
  );
