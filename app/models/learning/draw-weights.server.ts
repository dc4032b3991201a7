import type { Database } from "#app/db/client.server.ts";
import { chooseWeights } from "#app/matching/learning/choose-weights.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import { loadPosterior } from "./weights.server.ts";

/**
 * The match input of an event with the weights that its seed chooses: those in force, unless the operator wants a share of
 * events made with others. The record of the event has the choice.
 */
export async function drawEventWeights(db: Database, input: MatchInput): Promise<MatchInput> {
  const { drawPercent, hasLearned, operator, draw } = await loadPosterior(db);
  if (drawPercent === 0) return input;
  const { choice, random } = chooseWeights(input.seed, drawPercent / 100, hasLearned);
  const inForce = hasLearned ? "learned" : "operator";
  if (choice.chosen === inForce) return { ...input, weightChoice: choice };
  return { ...input, ...(choice.chosen === "drawn" ? draw(random) : operator), weightChoice: choice };
}
