import { inArray, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { quizQuestions, userAnswers } from "#app/db/schema/quiz.ts";
import { choicesBeforeNone, type QuizRole, rolesWithNone } from "#app/lib/quiz/quiz.ts";

const isOfNeeds = inArray(quizQuestions.role, rolesWithNone);

/** The questions about diet, allergies and access. */
export const selectNeedQuestions = (db: Database) =>
  db
    .select({ id: quizQuestions.id, role: quizQuestions.role, choices: quizQuestions.choices })
    .from(quizQuestions)
    .where(isOfNeeds);

export const isNeedAnswer = sql`${userAnswers.questionId} in (select id from ${quizQuestions} where ${isOfNeeds})`;

type NeedQuestion = Awaited<ReturnType<typeof selectNeedQuestions>>[number];

interface NeedAnswer {
  questionId: number;
  answerIds: (number | string)[];
}

/** What a restaurant needs to know of a table: how many of its diners gave each answer. */
export function countTableNeeds(questions: readonly NeedQuestion[], answers: readonly NeedAnswer[]) {
  const countChoices = (role: QuizRole) =>
    questions
      .filter((question) => question.role === role)
      .flatMap(({ id, choices }) =>
        choicesBeforeNone(choices).flatMap((choice, i) => {
          const count = answers.filter(
            ({ questionId, answerIds }) => questionId === id && answerIds.includes(i + 1),
          ).length;
          return count > 0 ? [{ choice, count }] : [];
        }),
      );
  return {
    diets: countChoices("diet"),
    allergies: countChoices("allergy"),
    stepFreeCount: countChoices("access").reduce((sum, { count }) => sum + count, 0),
  };
}
