/**
 * The general problem: any number of groups of any one size, from a matrix of what each pair is worth together.
 * The literature calls it maximally diverse grouping.
 */

import { Random } from "#app/matching/random.ts";
import { Furnace } from "./annealer.ts";
import { cross } from "./crossover.ts";
import { GroupBoard, type Grouping } from "./group-board.ts";

export interface Search {
  seed: number;
  /** How many proposals to make in all. */
  proposals: number;
  /** Whoever has a clock says instead how much of the time is gone, from 0 to 1. */
  spent?: () => number;
}

/** How many times a grouping is annealed in all, a third of them from scratch: what one takes grows with the fourth power of the count. */
const mostAnnealings = 20;
const annealedOnce = 600;
/** Between them nothing that loses is accepted; the last of the time is kept for that. */
const quenchAt = 0.97;
/** A child starts cooler than its parents did, or it would keep nothing of them. */
const tempered = 0.85;

/** Anneals a few times and then again and again from a cross of two of the best; yields the best so far each time. */
export function* group(pairs: Int32Array, count: number, size: number, search: Search): Generator<Grouping> {
  const { seed, proposals, spent = (work: number) => work / proposals } = search;
  const random = new Random(seed);
  const board = new GroupBoard(count, size, pairs);
  const furnace = new Furnace(board, random, spent);
  board.arrange(random.shuffle(Int32Array.from({ length: count }, (_, i) => Math.floor(i / size))));
  const hot = furnace.warmUp();
  const from = furnace.spent();
  const annealings = Math.max(1, Math.min(mostAnnealings, Math.floor((annealedOnce / count) ** 4)));
  const parents = Math.ceil(annealings / 3);
  let known: Grouping[] = [];
  for (let i = 1; i <= annealings; i++) {
    const isChild = i > parents && known.length > 1;
    board.arrange(isChild ? cross(known, board, random) : random.shuffle(board.group.slice()));
    furnace.cool(isChild ? hot * tempered : hot, from + ((quenchAt - from) * i) / annealings);
    const found = { value: board.total(), group: board.group.slice() };
    if (known.every(({ value }) => value !== found.value)) known.push(found);
    known = known.sort((one, other) => other.value - one.value).slice(0, parents);
    yield known[0] as Grouping;
  }
}
