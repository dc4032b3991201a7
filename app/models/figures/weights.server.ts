import { asc, desc, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { quizQuestions, weightChanges } from "#app/db/schema.ts";

export interface WeightHistory {
  question: string;
  /** As the operator set it. */
  start: number;
  /** In the order of time; empty where nothing was learned for it. */
  changes: { at: Date; weight: number }[];
}

const maxChanges = 520;

/** The weights of the questions that count, from the operator's on; the last changes where there are very many. */
export async function loadWeightHistories(db: Database): Promise<WeightHistory[]> {
  const [questions, changes] = await db.batch([
    db
      .select({ id: quizQuestions.id, question: quizQuestions.question, start: quizQuestions.weight })
      .from(quizQuestions)
      .where(sql`${quizQuestions.rule} <> 'ignore'`)
      .orderBy(asc(quizQuestions.position)),
    db
      .select({ at: weightChanges.at, weights: weightChanges.weights })
      .from(weightChanges)
      .orderBy(desc(weightChanges.at), desc(weightChanges.id))
      .limit(maxChanges),
  ]);
  const listChanges = (name: string) =>
    changes.toReversed().flatMap(({ at, weights }) => {
      const weight = weights[name];
      return weight === undefined ? [] : [{ at, weight }];
    });
  return questions.map(({ id, question, start }) => ({ question, start, changes: listChanges(String(id)) }));
}
