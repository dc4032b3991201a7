import { findGroups } from "#app/matching/groups/find-groups.ts";
import type { Grouping } from "#app/matching/groups/group-board.ts";
import type { Matrix } from "./match-instances.ts";

export interface TimedGrouping {
  value: number;
  seconds: number;
  groups: number[][];
}

/** Kept for what follows the search. */
const reserveSeconds = 0.05;

export function groupFor({ count, size, pairs, scale }: Matrix, maxSeconds: number, seed = 1): TimedGrouping {
  const began = performance.now();
  const elapsedSeconds = () => (performance.now() - began) / 1000;
  const elapsedShare = () => elapsedSeconds() / (maxSeconds - reserveSeconds);
  let best: Grouping = { totalScore: 0, groupOf: new Int32Array() };
  for (best of findGroups(pairs, count, size, { seed, maxProposals: Infinity, elapsedShare }));
  const groups = Array.from({ length: count / size }, (): number[] => []);
  best.groupOf.forEach((group, element) => {
    groups[group]?.push(element);
  });
  return { value: best.totalScore / scale, seconds: elapsedSeconds(), groups };
}
