import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { profiles, quizQuestions, userAnswers } from "#app/db/schema.ts";
import { countries } from "#app/lib/countries.ts";
import type { Answers, QuizQuestion } from "#app/lib/quiz.ts";
import { rolesWithNone } from "#app/lib/quiz-roles.ts";
import { selectConsent } from "./consents.server.ts";

/** Without the columns that only the matcher needs. */
const questionColumns = {
  id: quizQuestions.id,
  category: quizQuestions.category,
  question: quizQuestions.question,
  choices: quizQuestions.choices,
  isMultipleChoice: quizQuestions.isMultipleChoice,
  isRange: quizQuestions.isRange,
  isCountry: quizQuestions.isCountry,
  isYear: quizQuestions.isYear,
  optional: quizQuestions.optional,
  needsConsent: quizQuestions.needsConsent,
  minLabel: quizQuestions.minLabel,
  maxLabel: quizQuestions.maxLabel,
  help: quizQuestions.help,
  endsWithNone: sql<boolean>`coalesce(${inArray(quizQuestions.role, rolesWithNone)}, 0)`
    .mapWith(Boolean)
    .as("ends_with_none"),
};

interface Quiz {
  questions: QuizQuestion[];
  answers: Answers;
  /** To answer the questions that need it. */
  hasConsent: boolean;
  isDone: boolean;
}

export async function findQuiz(db: Database, userId: string): Promise<Quiz> {
  const [questions, answers, given, [profile]] = await db.batch([
    db.select(questionColumns).from(quizQuestions).orderBy(asc(quizQuestions.position)),
    db
      .select({ questionId: userAnswers.questionId, answerIds: userAnswers.answerIds })
      .from(userAnswers)
      .where(eq(userAnswers.userId, userId)),
    selectConsent(db, userId),
    db.select({ isQuizDone: profiles.isQuizDone }).from(profiles).where(eq(profiles.id, userId)),
  ]);
  return {
    questions: questions.map((question) =>
      question.isCountry ? { ...question, choices: countries } : question,
    ),
    answers: Object.fromEntries(answers.map(({ questionId, answerIds }) => [questionId, answerIds])),
    hasConsent: given.length > 0,
    isDone: profile?.isQuizDone ?? false,
  };
}
