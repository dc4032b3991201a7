import type { Cooling } from "./anneal.ts";

export interface Effort {
  seed: number;
  /** How many changes of places are considered in all. */
  proposals: number;
  /** How much of a table's score people read as a point of 100; unless given, a table may be left poor to make another rich. */
  point?: number;
}

export interface Window {
  hot: number;
  cold: number;
}

/**
 * Where annealing is worth its time: from the heat at which one proposal in twenty is accepted down to three
 * eighths of it. Found by cooling fast from where a swap at random is as good as another.
 */
export function findWindow(cooling: Cooling, proposals: number): Window {
  const { board } = cooling;
  let hot = typicalGain(cooling);
  for (let steps = 0; steps < 60 && board.sweep(cooling, hot, proposals) > proposals / 20; steps++)
    hot *= 0.8;
  return { hot, cold: hot / 2.7 };
}

function typicalGain({ board, random }: Cooling): number {
  let sum = 0;
  let swaps = 0;
  for (let i = 0; i < 400; i++) {
    const one = random.below(board.count);
    const other = random.below(board.count);
    if (board.table[one] === board.table[other]) continue;
    sum += Math.abs(board.gain(one, other, Infinity));
    swaps++;
  }
  return sum / Math.max(1, swaps) + 1;
}
