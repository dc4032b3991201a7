import { type SQL, sql } from "drizzle-orm";
import { runStatements } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertRows } from "#app/db/insert-where.ts";
import { isAsked } from "#app/db/is-asked.ts";
import { quizQuestions, userAnswers } from "#app/db/schema.ts";
import type { Answers } from "#app/lib/quiz/quiz.ts";
import { markQuizDone } from "#app/models/account/profiles.server.ts";
import { hasConsent } from "./consents.server.ts";

export const addAnswers = (db: Database, rows: (typeof userAnswers.$inferInsert)[], condition?: SQL) =>
  insertRows(db, userAnswers, rows, condition);

/** Returns the questions whose answers were not saved, because they need a consent that was not given. */
export async function saveAnswers(db: Database, userId: string, answers: Answers): Promise<number[]> {
  const rows = Object.entries(answers).map(([id, answerIds]) => ({
    userId,
    questionId: Number(id),
    answerIds,
  }));
  const mayBeSaved = sql`(value ->> 'answerIds' = '[]' or ${hasConsent(userId)}
    or value ->> 'questionId' not in (select id from ${quizQuestions} where needs_consent = 1))`;
  const statements = addAnswers(db, rows, mayBeSaved).map((statement) =>
    statement
      .onConflictDoUpdate({
        target: [userAnswers.userId, userAnswers.questionId],
        set: { answerIds: sql`excluded.answer_ids` },
      })
      .returning({ questionId: userAnswers.questionId }),
  );
  const saved = (await runStatements(db, statements)).flat() as { questionId: number }[];
  const savedIds = saved.map(({ questionId }) => questionId);
  return rows.map(({ questionId }) => questionId).filter((id) => !savedIds.includes(id));
}

/** Returns false while a question that is not optional has no answer, unless it was skipped for want of consent. */
export async function finishQuiz(db: Database, userId: string): Promise<boolean> {
  const unanswered = sql`select 1 from ${quizQuestions} where ${quizQuestions.optional} = 0 and ${isAsked} and not exists (
    select 1 from ${userAnswers} where ${userAnswers.userId} = ${userId}
      and ${userAnswers.questionId} = ${quizQuestions.id}
      and (${userAnswers.answerIds} <> '[]' or (${quizQuestions.needsConsent} = 1 and not ${hasConsent(userId)})))`;
  return markQuizDone(db, userId, sql`not exists (${unanswered})`);
}
