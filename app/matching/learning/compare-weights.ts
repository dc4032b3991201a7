import type { Diner } from "#app/matching/diner.ts";
import type { MatchQuestion } from "#app/matching/question.ts";
import { scoreTable } from "#app/matching/scores/table-scores.ts";
import { type RatingSums, readSums } from "./rating-sums.ts";
import { listLearning } from "./ratings.ts";
import { type Weights, weighQuestions } from "./weights.ts";

/** The mean score of tables, from 0 to 100, as if these weights had been in force. */
export function scoreTablesWith(
  questions: readonly MatchQuestion[],
  weights: Weights,
  tables: readonly (readonly Diner[])[],
): number {
  const weighed = weighQuestions(questions, weights);
  return tables.reduce((sum, diners) => sum + scoreTable(weighed, diners).overall, 0) / tables.length;
}

/**
 * How clearly mates who are rated higher score higher by these weights, in standard errors: about 0 if the weights say nothing,
 * and nothing is learned from 2 or less.
 */
export function measureAgreement(
  questions: readonly MatchQuestion[],
  weights: Weights,
  sums: RatingSums,
): number {
  const learning = listLearning(questions);
  const { agreement, chance } = readSums(sums, learning);
  const values = learning.map(({ id, weight }) => weights[id] ?? weight);
  let found = 0;
  let variance = 0;
  for (const [i, value] of values.entries()) {
    found += value * (agreement[i] as number);
    for (const [j, other] of values.entries())
      variance += value * other * (chance[i * values.length + j] as number);
  }
  return variance > 0 ? found / Math.sqrt(variance) : 0;
}
