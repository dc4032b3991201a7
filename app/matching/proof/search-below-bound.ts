import type { Board } from "#app/matching/search/board.ts";
import { Branching } from "./branching.ts";
import type { DinerKinds } from "./diner-kinds.ts";
import type { CandidateTable } from "./partition.ts";
import type { TableEnumerator } from "./table-enumerator.ts";
import type { UpperBound } from "./upper-bound.ts";
import type { VenueRoom } from "./venue-limits.ts";

interface BoundedSearch {
  board: Board;
  kinds: DinerKinds;
  enumerator: TableEnumerator;
  bound: UpperBound;
  room: VenueRoom | undefined;
  maxWork: number;
}

const maxCandidates = 60_000;

/**
 * Looks for a better seating close to the bound and then ever further below it. Leaves the board at the best one, and
 * returns what no seating is worth more than.
 */
export function searchBelowBound(search: BoundedSearch): number {
  const { board, kinds, enumerator, bound, room, maxWork } = search;
  const isReached = () => Math.floor(bound.maxWorth) <= board.totalWorth();
  const branching = new Branching(kinds.counts, room, maxWork);
  const minDistance = (bound.maxWorth - board.totalWorth()) / 16;
  for (let distance = minDistance; !isReached(); distance *= 2) {
    const candidates = listCandidates(
      enumerator,
      bound,
      Math.min(distance, bound.maxWorth - board.totalWorth()),
    );
    if (!candidates) break;
    const { tables, isComplete } = branching.run(candidates, board.totalWorth() + 1);
    if (tables) board.seatAll(kinds.dinersFor(tables.flatMap((table) => [...table])));
    if (!isComplete) break;
    if (bound.maxWorth - distance <= board.totalWorth()) return board.totalWorth();
  }
  return Math.floor(bound.maxWorth);
}

/** Returns undefined where there are too many. */
function listCandidates(
  enumerator: TableEnumerator,
  { prices, slack, limits }: UpperBound,
  maxLoss: number,
): CandidateTable[] | undefined {
  const candidates: CandidateTable[] = [];
  const minGain = slack - maxLoss;
  const isComplete = enumerator.visitTables(
    prices,
    minGain,
    (kinds, worth, gain) => {
      candidates.push({ kinds: kinds.slice(), loss: slack - gain, worth });
      return candidates.length > maxCandidates ? Infinity : minGain;
    },
    limits,
  );
  return isComplete && candidates.length <= maxCandidates ? candidates : undefined;
}
