import { type MatchQuestion, maxWeight } from "#app/matching/question.ts";

/**
 * In proportion to the values, as far as no weight is above its limit, with the same sum as the operator's weights. A weight below 0
 * counts as one above.
 */
export function scaleWeights(questions: readonly MatchQuestion[], signed: readonly number[]): number[] {
  const values = signed.map(Math.abs);
  const limits = questions.map(({ sensitive, weight }) => (sensitive ? weight : maxWeight));
  const isLimited = questions.map(() => false);
  let weights: number[];
  let hasMore: boolean;
  do {
    const left = questions.reduce((sum, { weight }, i) => sum + weight - (isLimited[i] ? limitOf(i) : 0), 0);
    const free = values.reduce((sum, value, i) => sum + (isLimited[i] ? 0 : value), 0);
    weights = values.map((value, i) => (isLimited[i] ? limitOf(i) : free > 0 ? (value * left) / free : 0));
    hasMore = false;
    for (const [i, weight] of weights.entries()) {
      if (isLimited[i] || weight <= limitOf(i)) continue;
      isLimited[i] = true;
      hasMore = true;
    }
  } while (hasMore);
  return weights.map((weight, i) => ((signed[i] as number) < 0 ? -weight : weight));

  function limitOf(place: number): number {
    return limits[place] as number;
  }
}
