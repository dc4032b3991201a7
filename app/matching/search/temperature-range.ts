import type { AnnealingContext } from "./board.ts";

export interface TemperatureRange {
  hot: number;
  cold: number;
}

const maxSteps = 60;
const sampledSwaps = 400;

/** Cools fast from a temperature that accepts nearly any swap. The range starts when one proposal in twenty is still accepted. */
export function findTemperatureRange(context: AnnealingContext, proposals: number): TemperatureRange {
  const { board } = context;
  let hot = meanSwapGain(context);
  for (let step = 0; step < maxSteps && board.sweep(context, hot, proposals) > proposals / 20; step++)
    hot *= 0.8;
  return { hot, cold: hot / 2.7 };
}

function meanSwapGain({ board, random }: AnnealingContext): number {
  let sum = 0;
  let swaps = 0;
  for (let i = 0; i < sampledSwaps; i++) {
    const one = random.nextBelow(board.dinerCount);
    const other = random.nextBelow(board.dinerCount);
    if (board.tableOf[one] === board.tableOf[other]) continue;
    sum += Math.abs(board.swapGain(one, other, Infinity));
    swaps++;
  }
  return sum / Math.max(1, swaps) + 1;
}
