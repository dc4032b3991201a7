import { type MatchQuestion, maxWeight } from "#app/matching/question.ts";

/** How many times the operator's weight a learned one is at most, and what part of it at least. */
export const maxFactor = 1.5;

export const limitWeight = (weight: number, operators: number): number =>
  Math.min(maxWeight, maxFactor * operators, Math.max(operators / maxFactor, weight));

const halvings = 60;

/**
 * In proportion to the values, as far as the limits allow, with the same sum as the operator's weights, so that questions that are
 * not learned keep their share.
 */
export function scaleWeights(
  questions: readonly Pick<MatchQuestion, "weight">[],
  values: ArrayLike<number>,
): number[] {
  // A trace of the operator's weights takes what the limits of others leave.
  const trace = 1e-9 * Math.max(1, ...Array.from(values));
  const scaleBy = (factor: number) =>
    questions.map(({ weight }, i) =>
      limitWeight(factor * (Math.max(0, values[i] as number) + trace * weight), weight),
    );
  const sum = (weights: number[]) => weights.reduce((total, weight) => total + weight, 0);
  const total = sum(questions.map(({ weight }) => weight));
  let high = 1;
  while (sum(scaleBy(high)) < total * (1 - 1e-12)) high *= 2;
  let low = 0;
  for (let i = 0; i < halvings; i++) {
    const middle = (low + high) / 2;
    if (sum(scaleBy(middle)) < total) low = middle;
    else high = middle;
  }
  return scaleBy(high);
}
