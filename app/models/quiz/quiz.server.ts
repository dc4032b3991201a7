import { asc, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { profiles, quizQuestions, userAnswers } from "#app/db/schema.ts";
import { countries } from "#app/lib/quiz/countries.ts";
import type { Answers, QuizQuestion } from "#app/lib/quiz/quiz.ts";
import { selectConsent } from "./consents.server.ts";
import { questionColumns } from "./question-columns.ts";

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
