/** A grouping within so many seconds: how fast this machine is, is found by trying. */
import { type Grouping, group } from "#app/matching/groups.ts";
import type { Matrix } from "./match-instances.ts";

export interface Grouped {
  value: number;
  seconds: number;
  groups: number[][];
}

const trial = 30_000_000;

export function groupFor({ count, size, pairs, scale }: Matrix, seconds: number, seed = 1): Grouped {
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  let work = 0;
  for ({ work } of group(pairs, count, size, { seed, proposals: trial }));
  const rate = work / elapsed();
  // What is not swapped goes faster than the trial did.
  const proposals = Math.max(trial, 1.05 * rate * (seconds - elapsed()));
  let best: Grouping = { value: 0, members: new Int32Array(), work: 0 };
  for (best of group(pairs, count, size, { seed, proposals })) if (elapsed() > seconds) break;
  const groups = Array.from({ length: count / size }, (_, i) => [
    ...best.members.slice(i * size, (i + 1) * size).sort(),
  ]);
  return { value: best.value / scale, seconds: elapsed(), groups };
}
