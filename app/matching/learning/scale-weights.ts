import { type MatchQuestion, maxWeight } from "#app/matching/question.ts";

/** A learned weight is at most this many times the operator's weight, and at least that weight divided by it. */
export const maxFactor = 1.5;

export const limitWeight = (weight: number, operators: number): number =>
  Math.min(maxWeight, maxFactor * operators, Math.max(operators / maxFactor, weight));

const halvings = 60;

/**
 * Weights in proportion to the values, within the limits, with the same sum as the operator's weights. So questions that are
 * not learned keep their share.
 */
export function scaleWeights(
  questions: readonly Pick<MatchQuestion, "weight">[],
  values: ArrayLike<number>,
): number[] {
  // A trace of the operator's weights takes what the limits of others leave over.
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
