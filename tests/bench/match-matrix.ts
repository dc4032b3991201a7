/** A grouping within so many seconds: how fast this machine is, is found by trying. */
import { type Grouping, group } from "#app/matching/groups.ts";
import type { Matrix } from "./match-instances.ts";

export interface Grouped {
  value: number;
  seconds: number;
  groups: number[][];
}

const trial = 80_000_000;
/** What is left to finish in after time is up, and between one look at the clock and the next. */
const reserve = 0.25;

export function groupFor({ count, size, pairs, scale }: Matrix, seconds: number, seed = 1): Grouped {
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  const isOver = () => elapsed() > seconds - reserve;
  let best: Grouping = { value: 0, group: new Int32Array(), work: 0 };
  for (best of group(pairs, count, size, { seed, proposals: trial, isOver }));
  const proposals = (best.work / elapsed()) * (seconds - reserve - elapsed());
  if (proposals > 0) for (best of group(pairs, count, size, { seed, proposals, isOver }));
  const groups = Array.from({ length: count / size }, (): number[] => []);
  best.group.forEach((place, one) => {
    groups[place]?.push(one);
  });
  return { value: best.value / scale, seconds: elapsed(), groups };
}
