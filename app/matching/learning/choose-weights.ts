import { Random } from "#app/matching/random.ts";
import { isChance } from "./draws.ts";

/** `learned` and `operator` are the weights in force, where they are the learned or the operator's; `drawn` ones follow chance. */
export const weightSources = ["learned", "operator", "drawn"] as const;
export type WeightSource = (typeof weightSources)[number];

/** Which weights the tables of an event are made with, and how likely each choice was. */
export interface WeightChoice {
  chosen: WeightSource;
  probabilities: Record<WeightSource, number>;
}

/** So that the seed of the search says nothing about the choice. */
const seedOffset = 0x5bd1e995;

/**
 * Of the share that gets other weights than those in force, one half gets drawn weights, to learn more, and the other half the
 * operator's, to compare. The random numbers after the choice are for the draw.
 */
export function chooseWeights(
  seed: number,
  share: number,
  hasLearned: boolean,
): { choice: WeightChoice; random: Random } {
  const random = new Random(seed ^ seedOffset);
  const usual = hasLearned ? "learned" : "operator";
  const probabilities = { learned: 0, operator: share / 2, drawn: share / 2 };
  probabilities[usual] += 1 - share;
  const isOther = isChance(random, share);
  const chosen = isOther ? (isChance(random, 0.5) ? "drawn" : "operator") : usual;
  return { choice: { chosen, probabilities }, random };
}
