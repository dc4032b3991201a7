import { Random } from "#app/matching/random.ts";
import { GroupAnnealer } from "./annealer.ts";
import { crossOver } from "./crossover.ts";
import { GroupBoard, type Grouping } from "./group-board.ts";

export interface GroupSearchOptions {
  seed: number;
  maxProposals: number;
  /** Replaces `maxProposals` by a clock: how much of the time is used, from 0 to 1. */
  elapsedShare?: () => number;
}

const maxAnnealings = 20;
/** From so many elements on there is time for one annealing only: it takes longer with the fourth power. */
const singleAnnealingCount = 600;
/** The rest of the budget is kept for accepting gains only, which ends each annealing. */
const annealingShare = 0.97;
/** A crossover starts cooler than its parents did, to keep some of their groups. */
const crossoverHeat = 0.85;

/**
 * Maximally diverse grouping: groups of one size from a square matrix of pair scores. The first third of the annealings
 * starts at random, the others from crossovers of the best groupings. Yields the best so far after each.
 */
export function* findGroups(
  pairScores: Int32Array,
  elementCount: number,
  groupSize: number,
  options: GroupSearchOptions,
): Generator<Grouping> {
  const { seed, maxProposals, elapsedShare = (proposals: number) => proposals / maxProposals } = options;
  const random = new Random(seed);
  const board = new GroupBoard(elementCount, groupSize, pairScores);
  const annealer = new GroupAnnealer(board, random, elapsedShare);
  const firstGroupOf = Int32Array.from({ length: elementCount }, (_, i) => Math.floor(i / groupSize));
  board.assignGroups(random.shuffle(firstGroupOf));
  const temperature = annealer.findStartTemperature();
  const warmUpShare = annealer.elapsedShare();
  const annealings = Math.max(
    1,
    Math.min(maxAnnealings, Math.floor((singleAnnealingCount / elementCount) ** 4)),
  );
  const parentCount = Math.ceil(annealings / 3);
  let best: Grouping[] = [];
  for (let i = 1; i <= annealings; i++) {
    const isCrossover = i > parentCount && best.length > 1;
    board.assignGroups(isCrossover ? crossOver(best, board, random) : random.shuffle(board.groupOf.slice()));
    annealer.anneal(
      isCrossover ? temperature * crossoverHeat : temperature,
      warmUpShare + ((annealingShare - warmUpShare) * i) / annealings,
    );
    const found = { totalScore: board.totalScore(), groupOf: board.groupOf.slice() };
    if (best.every(({ totalScore }) => totalScore !== found.totalScore)) best.push(found);
    best = best.sort((one, other) => other.totalScore - one.totalScore).slice(0, parentCount);
    yield best[0] as Grouping;
  }
}
