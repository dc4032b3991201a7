import { asc, sql } from "drizzle-orm";
import * as z from "zod";
import { batchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { isAsked } from "#app/db/conditions.ts";
import { quizQuestions } from "#app/db/schema.ts";
import { type Answers, describeAnswer, type QuizQuestion, readAnswer } from "#app/lib/quiz/quiz.ts";
import { questionColumns } from "./quiz.server.ts";

/** The first question with one answer that says nothing delicate, for the landing page. */
export const readFirstQuestion = (db: Database) =>
  batchedRead(
    [
      db
        .select(questionColumns)
        .from(quizQuestions)
        .where(
          sql`${isAsked} and is_multiple_choice + is_range + is_country + is_year = 0 and sensitive + needs_consent = 0`,
        )
        .orderBy(asc(quizQuestions.position), asc(quizQuestions.id))
        .limit(1),
    ],
    ([[question]]) => question,
  );

/** What a visitor answered, in words, so that it counts only as long as the quiz asks the same. */
const inWords = (question: QuizQuestion, answer: (string | number)[]) =>
  `${question.question} ${describeAnswer(question, answer)}`;

/** For a cookie; undefined if the form doesn't fit the question. */
export function packAnswer(
  question: QuizQuestion | undefined,
  { question: id, answer }: Record<string, string>,
  now: Date,
): string | undefined {
  const given = question && String(question.id) === id && readAnswer(question, [answer ?? ""], now);
  return Array.isArray(given)
    ? JSON.stringify([question?.id, given[0], inWords(question as QuizQuestion, given)])
    : undefined;
}

const packed = z.tuple([z.number(), z.number(), z.string()]);

/** The answer in the cookie, unless the quiz asks something else by now, or it has been answered. */
export function unpackAnswer(text: string, questions: QuizQuestion[], answers: Answers): Answers {
  const { data } = packed.safeParse(JSON.parse(text));
  const question = questions.find(({ id }) => id === data?.[0]);
  if (!data || !question || question.id in answers || inWords(question, [data[1]]) !== data[2]) return {};
  return { [question.id]: [data[1]] };
}
