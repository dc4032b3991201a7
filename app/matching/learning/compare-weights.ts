import type { Diner } from "#app/matching/diner.ts";
import type { MatchQuestion } from "#app/matching/question.ts";
import { scoreTable } from "#app/matching/scores/table-scores.ts";
import { type Weights, weighQuestions } from "./weights.ts";

/** The mean score of tables, from 0 to 100, as if these weights had been in force. */
export function scoreTablesWith(
  questions: readonly MatchQuestion[],
  weights: Weights,
  tables: readonly (readonly Pick<Diner, "answers">[])[],
): number {
  const weighed = weighQuestions(questions, weights);
  return tables.reduce((sum, diners) => sum + scoreTable(weighed, diners).overall, 0) / tables.length;
}
