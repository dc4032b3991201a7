import type { AnnealingContext } from "./board.ts";
import type { TemperatureRange } from "./temperature-range.ts";

const coolingRatio = 0.97;
const maxGreedySweeps = 5;
const greedyProposalsPerDiner = 40;

export function anneal(
  context: AnnealingContext,
  { hot, cold }: TemperatureRange,
  maxProposals: number,
): void {
  const { board } = context;
  let steps = 1;
  for (let temperature = hot; temperature > cold; temperature *= coolingRatio) steps++;
  const proposalsPerStep = Math.ceil(maxProposals / steps);
  for (let temperature = hot, i = 0; i < steps; i++, temperature *= coolingRatio)
    board.sweep(context, temperature, proposalsPerStep);
}

export function improveGreedily(context: AnnealingContext): void {
  const { board } = context;
  const proposals = greedyProposalsPerDiner * board.dinerCount;
  for (let i = 0; i < maxGreedySweeps && board.sweep(context, 0, proposals) > 0; i++);
}
