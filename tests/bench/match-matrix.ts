/** A grouping within so many seconds. */

import { group } from "#app/matching/groups/find-groups.ts";
import type { Grouping } from "#app/matching/groups/group-board.ts";
import type { Matrix } from "./match-instances.ts";

export interface Grouped {
  value: number;
  seconds: number;
  groups: number[][];
}

/** What is left to finish in after time is up. */
const reserve = 0.05;

export function groupFor({ count, size, pairs, scale }: Matrix, seconds: number, seed = 1): Grouped {
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  const spent = () => elapsed() / (seconds - reserve);
  let best: Grouping = { value: 0, group: new Int32Array() };
  for (best of group(pairs, count, size, { seed, proposals: Infinity, spent }));
  const groups = Array.from({ length: count / size }, (): number[] => []);
  best.group.forEach((place, one) => {
    groups[place]?.push(one);
  });
  return { value: best.value / scale, seconds: elapsed(), groups };
}
