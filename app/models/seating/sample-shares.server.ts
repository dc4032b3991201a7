import { and, eq, type SQL } from "drizzle-orm";
import { batchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { quizQuestions, userAnswers } from "#app/db/schema.ts";
import { explainAnswers } from "#app/matching/explain.ts";
import { toMatchQuestion } from "./match-input.server.ts";

/** What a table would read if most of it answered like this diner, who sees it before there is a table. */
export const readSampleShares = (db: Database, userId: string | SQL) =>
  batchedRead(
    [
      db
        .select({ question: quizQuestions, answerIds: userAnswers.answerIds })
        .from(quizQuestions)
        .innerJoin(
          userAnswers,
          and(eq(userAnswers.questionId, quizQuestions.id), eq(userAnswers.userId, userId)),
        ),
    ],
    ([rows]) => {
      const answers = new Map(rows.map(({ question, answerIds }) => [question.id, answerIds]));
      return explainAnswers(
        rows.map(({ question }) => toMatchQuestion(question)),
        ({ id }) => {
          const own = answers.get(id) ?? [];
          return [own, own, own, [], []];
        },
      );
    },
  );
