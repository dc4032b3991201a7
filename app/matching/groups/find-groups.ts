import { Random } from "#app/matching/random.ts";
import { GroupAnnealer } from "./annealer.ts";
import { crossOver } from "./crossover.ts";
import { GroupBoard, type Grouping } from "./group-board.ts";

export interface GroupSearchOptions {
  seed: number;
  maxProposals: number;
  /** Replaces `maxProposals` by a clock. */
  elapsedShare?: () => number;
}

const maxAnnealings = 20;
/** One annealing takes longer with the fourth power of the elements. */
const singleAnnealingCount = 600;
const annealingShare = 0.97;
const crossoverTemperatureShare = 0.85;

/** Maximally diverse grouping from a square matrix; yields the best grouping so far. */
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
      isCrossover ? temperature * crossoverTemperatureShare : temperature,
      warmUpShare + ((annealingShare - warmUpShare) * i) / annealings,
    );
    const found = { totalScore: board.totalScore(), groupOf: board.groupOf.slice() };
    if (best.every(({ totalScore }) => totalScore !== found.totalScore)) best.push(found);
    best = best.sort((one, other) => other.totalScore - one.totalScore).slice(0, parentCount);
    yield best[0] as Grouping;
  }
}
