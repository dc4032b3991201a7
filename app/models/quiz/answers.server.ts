import { type SQL, sql } from "drizzle-orm";
import { runStatements, type Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { isAsked } from "#app/db/conditions.ts";
import { insertRows } from "#app/db/insert-where.ts";
import { jsonList } from "#app/db/json-list.ts";
import { quizQuestions, userAnswers } from "#app/db/schema.ts";
import type { Answers } from "#app/lib/quiz/quiz.ts";
import { markQuizDone } from "#app/models/account/profiles.server.ts";
import { giveConsent, hasConsent, withdrawConsents } from "./consents.server.ts";

export const addAnswers = (db: Database, rows: (typeof userAnswers.$inferInsert)[], condition?: SQL) =>
  insertRows(db, userAnswers, rows, condition);

interface Step {
  answers: Answers;
  /** Given or withdrawn with it. */
  consent?: boolean | undefined;
  isLast?: boolean;
  now: Date;
}

/** Returns the questions whose answers were not saved, because they need a consent that was not given. */
export const saveAnswers = async (
  db: Database,
  userId: string,
  answers: Answers,
  isLast = false,
): Promise<number[]> => (await saveStep(db, userId, { answers, isLast, now: new Date() })).refusedIds;

/** Also whether the quiz is done by it. */
export async function saveStep(db: Database, userId: string, { answers, consent, isLast, now }: Step) {
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
  const first: readonly Statement[] = consent
    ? [giveConsent(db, userId, now)]
    : consent === false
      ? withdrawConsents(db, sql`(select ${userId})`, now)
      : [];
  const givenIds = rows.filter(({ answerIds }) => answerIds.length > 0).map(({ questionId }) => questionId);
  const isAllSaved = sql`(${hasConsent(userId)} or not exists (select 1 from ${quizQuestions}
    where ${quizQuestions.needsConsent} = 1 and ${quizQuestions.id} in ${jsonList(givenIds)}))`;
  const last = isLast ? [finishQuiz(db, userId, isAllSaved)] : [];
  const results = await runStatements(db, [...first, ...statements, ...last]);
  const answered = results.slice(first.length, first.length + statements.length);
  const savedIds = answered.flat().map((row) => (row as { questionId: number }).questionId);
  return {
    refusedIds: rows.map(({ questionId }) => questionId).filter((id) => !savedIds.includes(id)),
    isDone: last.length > 0 && results.at(-1)?.length === 1,
  };
}

/** Not while a question that is not optional has no answer, unless it was skipped for want of consent. */
function finishQuiz(db: Database, userId: string, condition: SQL) {
  const unanswered = sql`select 1 from ${quizQuestions} where ${quizQuestions.optional} = 0 and ${isAsked} and not exists (
    select 1 from ${userAnswers} where ${userAnswers.userId} = ${userId}
      and ${userAnswers.questionId} = ${quizQuestions.id}
      and (${userAnswers.answerIds} <> '[]' or (${quizQuestions.needsConsent} = 1 and not ${hasConsent(userId)})))`;
  return markQuizDone(db, userId, sql`${condition} and not exists (${unanswered})`);
}
