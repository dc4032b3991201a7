import { asc, eq, type SQL, sql } from "drizzle-orm";
import { type BatchedRead, batchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { isAsked } from "#app/db/conditions.ts";
import { profiles, quizQuestions, userAnswers } from "#app/db/schema.ts";
import { countries } from "#app/lib/quiz/countries.ts";
import type { Answers, QuizQuestion } from "#app/lib/quiz/quiz.ts";
import { selectTermPoints } from "#app/models/matching/table-terms.server.ts";
import { selectConsent } from "./consents.server.ts";
import { describePromise } from "./promises.ts";
import { questionColumns } from "./question-columns.ts";

interface Quiz {
  questions: QuizQuestion[];
  answers: Answers;
  /** To answer the questions that need it. */
  hasConsent: boolean;
  isDone: boolean;
}

export const readQuiz = (db: Database, userId: string | SQL): BatchedRead<Quiz> =>
  batchedRead(
    [
      db
        .select({
          ...questionColumns,
          company: quizQuestions.company,
          role: quizQuestions.role,
        })
        .from(quizQuestions)
        // Who has answered one can see and change that.
        .where(
          sql`${isAsked} or exists (select 1 from ${userAnswers} where user_answers.user_id = ${userId}
            and user_answers.question_id = quiz_questions.id and user_answers.answer_ids <> '[]')`,
        )
        .orderBy(asc(quizQuestions.position)),
      selectTermPoints(db),
      db
        .select({ questionId: userAnswers.questionId, answerIds: userAnswers.answerIds })
        .from(userAnswers)
        .where(eq(userAnswers.userId, userId)),
      selectConsent(db, userId),
      db.select({ isQuizDone: profiles.isQuizDone }).from(profiles).where(eq(profiles.id, userId)),
    ],
    ([questions, [points], answers, given, [profile]]) => ({
      questions: questions.map(({ company, role, ...question }) => ({
        ...question,
        choices: question.isCountry ? countries : question.choices,
        help:
          [question.help, points && describePromise({ ...question, company, role }, points)]
            .filter(Boolean)
            .join(" ") || null,
      })),
      answers: Object.fromEntries(answers.map(({ questionId, answerIds }) => [questionId, answerIds])),
      hasConsent: given.length > 0,
      isDone: profile?.isQuizDone ?? false,
    }),
  );
