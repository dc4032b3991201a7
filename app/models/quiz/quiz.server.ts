import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { profiles, quizQuestions, userAnswers } from "#app/db/schema.ts";
import { countries } from "#app/lib/countries.ts";
import type { Answers, QuizQuestion } from "#app/lib/quiz.ts";

/** What the screen asks, and nothing of how it is weighed. */
const asked = {
  id: quizQuestions.id,
  category: quizQuestions.category,
  question: quizQuestions.question,
  choices: quizQuestions.choices,
  isMultipleChoice: quizQuestions.isMultipleChoice,
  isRange: quizQuestions.isRange,
  isCountry: quizQuestions.isCountry,
  isYear: quizQuestions.isYear,
  optional: quizQuestions.optional,
  minLabel: quizQuestions.minLabel,
  maxLabel: quizQuestions.maxLabel,
  help: quizQuestions.help,
  endsWithNone: sql<boolean>`coalesce(${quizQuestions.role} in ('diet', 'allergy'), 0)`
    .mapWith(Boolean)
    .as("ends_with_none"),
};

interface Quiz {
  questions: QuizQuestion[];
  answers: Answers;
  isDone: boolean;
}

/** The questions, and how far this diner has come with them. */
export async function findQuiz(db: Database, userId: string): Promise<Quiz> {
  const [questions, answers, [profile]] = await db.batch([
    db.select(asked).from(quizQuestions).orderBy(asc(quizQuestions.id)),
    db
      .select({ questionId: userAnswers.questionId, answerIds: userAnswers.answerIds })
      .from(userAnswers)
      .where(eq(userAnswers.userId, userId)),
    db.select({ isQuizDone: profiles.isQuizDone }).from(profiles).where(eq(profiles.id, userId)),
  ]);
  return {
    questions: questions.map((question) =>
      question.isCountry ? { ...question, choices: countries } : question,
    ),
    answers: Object.fromEntries(answers.map(({ questionId, answerIds }) => [questionId, answerIds])),
    isDone: profile?.isQuizDone ?? false,
  };
}

/** An answer given again takes the place of the former one, however often it arrives. */
export async function saveAnswers(db: Database, userId: string, answers: Answers): Promise<void> {
  const rows = Object.entries(answers).map(([id, answerIds]) => ({
    userId,
    questionId: Number(id),
    answerIds,
  }));
  const [first, ...others] = rows.map((row) =>
    db
      .insert(userAnswers)
      .values(row)
      .onConflictDoUpdate({
        target: [userAnswers.userId, userAnswers.questionId],
        set: { answerIds: row.answerIds },
      }),
  );
  if (first) await db.batch([first, ...others]);
}

/** Past the last question; unless one that must be answered was not. */
export async function finishQuiz(db: Database, userId: string): Promise<boolean> {
  const unanswered = sql`select 1 from ${quizQuestions} where ${quizQuestions.optional} = 0 and not exists (
    select 1 from ${userAnswers} where ${userAnswers.userId} = ${userId}
      and ${userAnswers.questionId} = ${quizQuestions.id} and ${userAnswers.answerIds} <> '[]')`;
  const finished = await db
    .update(profiles)
    .set({ isQuizDone: true })
    .where(sql`${profiles.id} = ${userId} and not exists (${unanswered})`)
    .returning({ id: profiles.id });
  return finished.length === 1;
}
