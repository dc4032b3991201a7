/**
 * The general problem: any number of groups of any one size, from a matrix of what each pair is worth together.
 * The literature calls it maximally diverse grouping.
 */
import { cross } from "./cross.ts";
import { Furnace } from "./furnace.ts";
import { GroupBoard } from "./group-board.ts";
import { Random } from "./random.ts";

export interface Grouping {
  value: number;
  /** The group of each element. */
  group: Int32Array;
  /** What it took so far, in proposals. */
  work: number;
}

export interface Search {
  seed: number;
  /** How many proposals to make in all. */
  proposals: number;
  /** Whoever has a clock may end it sooner. */
  isOver?: () => boolean;
}

/** How many groupings are kept to breed from, where there is time to make them. */
const parents = 10;
/** A child starts cooler than its parents did, or it would keep nothing of them. */
const tempered = 0.7;
/** Where there is no time to breed, the best of three does better than one as long as the three. */
const tries = 3;

/**
 * Anneals a few times and then again and again from a cross of two of the best; yields the best so far each time.
 * How long one annealing takes grows with the fourth power of the count; where that leaves no time to breed, there are
 * three from scratch.
 */
export function* group(pairs: Int32Array, count: number, size: number, search: Search): Generator<Grouping> {
  const { seed, proposals, isOver = () => false } = search;
  const random = new Random(seed);
  const board = new GroupBoard(count, size, pairs);
  const furnace = new Furnace(board, random);
  const isDone = () => furnace.work >= proposals || isOver();
  board.arrange(random.shuffle(Int32Array.from({ length: count }, (_, i) => Math.floor(i / size))));
  const hot = furnace.warmUp();
  const round = furnace.cool(hot, 1, isDone) * count ** 2;
  const short = Math.ceil(count ** 2 / 2_880);
  const breeds = 1.5 * parents * short * round < proposals;
  const sweeps = breeds ? short : Math.ceil((proposals - furnace.work) / round / (tries + 0.2));
  let known: Grouping[] = [];
  do {
    const isChild = known.length === (breeds ? parents : tries);
    board.arrange(isChild ? cross(known, board, random) : random.shuffle(board.group.slice()));
    furnace.cool(isChild ? hot * tempered : hot, sweeps, isDone);
    const found = { value: board.total(), group: board.group.slice(), work: furnace.work };
    if (known.every(({ value }) => value !== found.value)) known.push(found);
    known = known.sort((one, other) => other.value - one.value).slice(0, parents);
    yield { ...(known[0] as Grouping), work: furnace.work };
  } while (!isDone());
}
