import { asc, desc, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { quizQuestions, tableTerms, weightChanges } from "#app/db/schema.ts";
import { type LearnedTerm, learnedTerms } from "#app/matching/learning/evenings.ts";

export interface WeightHistory {
  question: string;
  /** As the operator set it. */
  start: number;
  /** In the order of time; empty where nothing was learned for it. */
  changes: { at: Date; weight: number }[];
}

const maxChanges = 520;

const termTitles: Record<LearnedTerm, string> = {
  company: "Nobody alone with what is marked",
  ageAlone: "Somebody near in age",
  ageWide: "No wide span of ages",
  talkerMissing: "A talker and a listener",
  wish: "A wish to meet again",
};

/** The weights of the questions and the points of the terms that count, from the operator's on; the last changes where there are very many. */
export async function loadWeightHistories(db: Database): Promise<WeightHistory[]> {
  const [questions, changes, [operator]] = await db.batch([
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
    db.select().from(tableTerms),
  ]);
  const listChanges = (name: string) =>
    changes.toReversed().flatMap(({ at, weights }) => {
      const weight = weights[name];
      return weight === undefined ? [] : [{ at, weight }];
    });
  return [
    ...questions.map(({ id, question, start }) => ({ question, start, changes: listChanges(String(id)) })),
    ...learnedTerms.map((term) => ({
      question: termTitles[term],
      start: operator?.[term] ?? 0,
      changes: listChanges(term),
    })),
  ];
}
