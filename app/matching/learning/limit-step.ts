import type { Weights } from "./weights.ts";

/** The weights on the way from the current to the learned ones, at most a quarter of the way at once. */
export function limitStep(current: Weights, learned: Weights, maxShare = 0.25): Weights {
  const step = ([id, weight]: [string, number]): [string, number] => {
    const before = current[Number(id)] ?? weight;
    return [id, before + maxShare * (weight - before)];
  };
  return { ...current, ...Object.fromEntries(Object.entries(learned).map(step)) };
}
