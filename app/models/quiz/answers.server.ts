import { sql } from "drizzle-orm";
import { runStatements } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertRows } from "#app/db/insert-where.ts";
import { quizQuestions, userAnswers } from "#app/db/schema.ts";
import type { Answers } from "#app/lib/quiz.ts";
import { markQuizDone } from "#app/models/account/profiles.server.ts";

export const addAnswers = (db: Database, rows: (typeof userAnswers.$inferInsert)[]) =>
  insertRows(db, userAnswers, rows);

export async function saveAnswers(db: Database, userId: string, answers: Answers): Promise<void> {
  const rows = Object.entries(answers).map(([id, answerIds]) => ({
    userId,
    questionId: Number(id),
    answerIds,
  }));
  const statements = addAnswers(db, rows).map((statement) =>
    statement.onConflictDoUpdate({
      target: [userAnswers.userId, userAnswers.questionId],
      set: { answerIds: sql`excluded.answer_ids` },
    }),
  );
  await runStatements(db, statements);
}

/** Returns false while a question that is not optional has no answer. */
export async function finishQuiz(db: Database, userId: string): Promise<boolean> {
  const unanswered = sql`select 1 from ${quizQuestions} where ${quizQuestions.optional} = 0 and not exists (
    select 1 from ${userAnswers} where ${userAnswers.userId} = ${userId}
      and ${userAnswers.questionId} = ${quizQuestions.id} and ${userAnswers.answerIds} <> '[]')`;
  return markQuizDone(db, userId, sql`not exists (${unanswered})`);
}
