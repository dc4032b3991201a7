import { type Diner, type MatchQuestion, maxWeight, partsPerWeight } from "#app/matching/match-input.ts";
import { scoreTable } from "#app/matching/scores.ts";

/** By question id, on the operator's scale, but not whole numbers. */
export type Weights = Readonly<Record<number, number>>;

/** Gives the questions other weights, as whole numbers for the matcher. Only their ratios matter to it. */
export function weighQuestions(questions: readonly MatchQuestion[], weights: Weights): MatchQuestion[] {
  const exact = questions.map((question) => weights[question.id] ?? question.weight);
  const parts = exact.every(Number.isInteger) ? 1 : partsPerWeight;
  return questions.map((question, i) => ({ ...question, weight: Math.round(parts * (exact[i] as number)) }));
}

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

/** The mean score of tables, from 0 to 100, as if these weights had been in force. */
export function scoreTablesWith(
  questions: readonly MatchQuestion[],
  weights: Weights,
  tables: readonly (readonly Pick<Diner, "answers">[])[],
): number {
  const weighed = weighQuestions(questions, weights);
  return tables.reduce((sum, diners) => sum + scoreTable(weighed, diners).overall, 0) / tables.length;
}

type Numbers = Readonly<Record<string, number>>;

/** Moves from the current weights towards the learned ones, at most a quarter of the way at once. */
export function limitStep<Values extends Numbers>(
  current: Values,
  learned: Numbers,
  maxShare = 0.25,
): Values {
  const step = ([name, weight]: [string, number]): [string, number] => {
    const before = current[name] ?? weight;
    return [name, before + maxShare * (weight - before)];
  };
  return { ...current, ...Object.fromEntries(Object.entries(learned).map(step)) };
}
