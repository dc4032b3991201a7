import { type MatchQuestion, partsPerWeight } from "#app/matching/question.ts";

/** By question id, on the operator's scale, but not whole numbers. */
export type Weights = Readonly<Record<number, number>>;

/** Gives the questions other weights, as whole numbers for the matcher. Only their ratios matter to it. */
export function weighQuestions(questions: readonly MatchQuestion[], weights: Weights): MatchQuestion[] {
  const exact = questions.map((question) => weights[question.id] ?? question.weight);
  const parts = exact.every(Number.isInteger) ? 1 : partsPerWeight;
  return questions.map((question, i) => ({ ...question, weight: Math.round(parts * (exact[i] as number)) }));
}
