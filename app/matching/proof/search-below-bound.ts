import type { Board } from "#app/matching/search/board.ts";
import type { DinerKinds } from "./diner-kinds.ts";
import { type CandidateTable, findBestPartition } from "./partition.ts";
import type { TableEnumerator } from "./table-enumerator.ts";
import type { UpperBound } from "./upper-bound.ts";

export interface Proof {
  /** No seating is worth more. */
  maxWorth: number;
  /** Whether it is proven that no seating is legal. */
  isImpossible: boolean;
}

interface BoundedSearch {
  board: Board;
  /** Whether the board's seating is legal. */
  isLegal: boolean;
  kinds: DinerKinds;
  enumerator: TableEnumerator;
  bound: UpperBound;
  /** The board's worth, or less than any seating is worth where the board is illegal. */
  worthToBeat: number;
}

const maxCandidates = 60_000;
/** For all searches of one seating together. */
const maxSteps = (dinerCount: number) => Math.max(50_000_000, 20_000 * dinerCount ** 2);

/** Looks for a better seating, first only close to the bound and then ever further below it. */
export function searchBelowBound(search: BoundedSearch): Proof {
  const { board, isLegal, kinds, bound, worthToBeat } = search;
  if (bound.maxWorth < worthToBeat) return { maxWorth: bound.maxWorth, isImpossible: !isLegal };
  const gap = Math.floor(bound.maxWorth) - worthToBeat;
  const allSteps = maxSteps(board.dinerCount);
  let stepsLeft = allSteps;
  let growth = 5;
  for (let distance = Math.max(1, gap / 64); gap > 0; distance *= growth) {
    const maxLoss = Math.min(distance, gap);
    const candidates = listCandidates(search, maxLoss);
    if (!candidates) break;
    const { tables, unusedSteps } = findBestPartition(kinds.counts, candidates, maxLoss, stepsLeft);
    // A long search grows less, since the next one takes several times as long.
    if (isLegal) growth = stepsLeft - unusedSteps > allSteps / 32 ? 1.3 : 2;
    stepsLeft = unusedSteps;
    if (tables) board.seatAll(kinds.dinersFor(tables.flatMap((table) => [...table])));
    if (stepsLeft < 0) break;
    if (tables) return { maxWorth: board.totalWorth(), isImpossible: false };
    if (maxLoss === gap) return { maxWorth: worthToBeat, isImpossible: !isLegal };
  }
  return { maxWorth: Math.floor(bound.maxWorth), isImpossible: false };
}

/** The tables a seating within `maxLoss` of the bound can have; undefined where there are too many. */
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
