import type { Board } from "#app/matching/search/board.ts";
import type { DinerKinds } from "./diner-kinds.ts";
import { type CandidateTable, findBestPartition } from "./partition.ts";
import type { TableEnumerator } from "./table-enumerator.ts";
import type { UpperBound } from "./upper-bound.ts";

export interface Proof {
  maxWorth: number;
  isImpossible: boolean;
}

interface BoundedSearch {
  board: Board;
  isLegal: boolean;
  kinds: DinerKinds;
  enumerator: TableEnumerator;
  bound: UpperBound;
  worthToBeat: number;
}

const maxCandidates = 60_000;
const maxSteps = (dinerCount: number) => Math.max(50_000_000, 20_000 * dinerCount ** 2);

/** Looks for a better seating, first only close to the bound and then ever further below it. */
export function searchBelowBound(search: BoundedSearch): Proof {
  const { board, isLegal, kinds, bound, worthToBeat } = search;
  if (bound.maxWorth < worthToBeat) return { maxWorth: bound.maxWorth, isImpossible: !isLegal };
  const gap = Math.floor(bound.maxWorth) - worthToBeat;
  const stepLimit = maxSteps(board.dinerCount);
  let stepsLeft = stepLimit;
  let growth = 5;
  for (let distance = Math.max(1, gap / 64); gap > 0; distance *= growth) {
    const maxLoss = Math.min(distance, gap);
    const candidates = listCandidates(search, maxLoss);
    if (!candidates) break;
    const { tables, unusedSteps } = findBestPartition(kinds.counts, candidates, maxLoss, stepsLeft);
    const wasLong = stepsLeft - unusedSteps > stepLimit / 32;
    if (isLegal) growth = wasLong ? 1.3 : 2;
    stepsLeft = unusedSteps;
    if (tables) board.seatAll(kinds.dinersFor(tables.flatMap((table) => [...table])));
    if (stepsLeft < 0) break;
    if (tables) return { maxWorth: board.totalWorth(), isImpossible: false };
    if (maxLoss === gap) return { maxWorth: worthToBeat, isImpossible: !isLegal };
  }
  return { maxWorth: Math.floor(bound.maxWorth), isImpossible: false };
}

/** Returns undefined where there are too many. */
function listCandidates(
  { board, enumerator, bound: { prices, slack } }: BoundedSearch,
  maxLoss: number,
): CandidateTable[] | undefined {
  const candidates: CandidateTable[] = [];
  const minGain = slack - maxLoss;
  const isComplete = enumerator.visitTables(prices, minGain, (kinds, score, gain) => {
    const loss = slack - (gain - score + board.worthOf(score));
    if (loss <= maxLoss) candidates.push({ kinds: kinds.slice(), loss });
    return candidates.length > maxCandidates ? Infinity : minGain;
  });
  return isComplete && candidates.length <= maxCandidates ? candidates : undefined;
}
