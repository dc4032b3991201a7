import { type SQL, sql } from "drizzle-orm";
import { birthYearRange } from "#app/lib/quiz/quiz.ts";
import { derive, type GivenTime, toMs } from "./prepare-queries.ts";
import { quizQuestions, userAnswers } from "./schema.ts";

/** By the year of birth, this diner turns 18 this year or later. */
export const mayBeMinor = (userId: string | SQL, now: GivenTime) =>
  sql<boolean>`exists (select 1 from ${userAnswers} join ${quizQuestions} on ${quizQuestions.id} = ${userAnswers.questionId}
    where ${userAnswers.userId} = ${userId} and ${quizQuestions.role} = 'age'
      and ${userAnswers.answerIds} ->> '$[0]' >= ${derive(toMs(now), (ms) => birthYearRange(new Date(ms)).to)})`.mapWith(
    Boolean,
  );
