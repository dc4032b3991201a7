/**
 * The same search for the general problem: any number of groups of any one size, from a matrix of what each pair
 * is worth together. The literature calls it maximally diverse grouping.
 */
import { type Cooling, quench, sweep } from "./anneal.ts";
import { PairBoard } from "./pair-board.ts";
import { Random } from "./random.ts";
import { Rules } from "./rules.ts";
import { findWindow } from "./schedule.ts";

export interface Grouping {
  value: number;
  /** The members, group after group. */
  members: Int32Array;
  /** What it took so far, in proposals. */
  work: number;
}

/** How many groupings are kept to breed from, where there is time to make them. */
const parents = 10;
/** Where all elements are alike nothing ever freezes. */
const mostSteps = 200;
/** A child starts cooler than its parents did, or it would keep nothing of them. */
const tempered = 0.6;
/** One long annealing wastes no time where half of all that is proposed is undone again. */
const lone = 0.8;

export interface Search {
  seed: number;
  /** How many proposals to make in all. */
  proposals: number;
}

/**
 * Anneals a few times and then again and again from a cross of two of the best; yields the best so far each time.
 * How long one annealing takes grows with the cube of the count; where that leaves no time to breed, one long one is best.
 */
export function* group(pairs: Int32Array, count: number, size: number, search: Search): Generator<Grouping> {
  const random = new Random(search.seed);
  const board = new PairBoard(count, size, pairs);
  const cooling = { board, rules: new Rules(Array(count).fill(0), []), random };
  board.arrange(random.shuffle(Int32Array.from({ length: count }, (_, i) => i)));
  const { hot } = findWindow(cooling, 20 * count);
  const trial = coolDown(cooling, hot * lone, Math.ceil(search.proposals / 2_000), 1 / 20_000, Infinity);
  const short = Math.ceil(count ** 3 / 30);
  const breeds = parents * trial.steps * short < 1.5 * search.proposals;
  const each = breeds ? short : Math.ceil((search.proposals - trial.work) / trial.steps);
  const still = breeds ? 1 / 10_000 : 1 / 20_000;
  let known: Grouping[] = [];
  let left = search.proposals - trial.work;
  while (left > 0) {
    const isChild = breeds ? known.length === parents : known.length > 1;
    board.arrange(isChild ? cross(known, board, random) : random.shuffle(board.at.slice()));
    const start = hot * (isChild ? tempered : breeds ? 1 : lone);
    left -= coolDown(cooling, start, each, still, left).work;
    quench(cooling);
    const work = search.proposals - left;
    const found = { value: board.total(), members: board.at.slice(), work };
    if (known.every(({ value }) => value !== found.value)) known.push(found);
    known = known.sort((one, other) => other.value - one.value).slice(0, parents);
    yield { ...(known[0] as Grouping), work };
  }
}

/** Cools in steps of so many proposals until next to none is accepted. A swap is work for several proposals. */
function coolDown(
  cooling: Cooling,
  hot: number,
  each: number,
  still: number,
  most: number,
): { steps: number; work: number } {
  let work = 0;
  let steps = 0;
  for (let heat = hot; steps < mostSteps; heat *= 0.97) {
    const accepted = sweep(cooling, heat, each);
    work += each + (accepted * cooling.board.count) / 8;
    steps++;
    if (accepted <= each * still || work >= most) break;
  }
  return { steps, work };
}

/** The best of the groups of two groupings, in turn, without those already taken; the rest by chance. */
function cross(known: Grouping[], board: PairBoard, random: Random): Int32Array {
  const { count, size, tables } = board;
  const first = random.below(known.length);
  const second = (first + 1 + random.below(known.length - 1)) % known.length;
  const lines = [first, second].map((i) => {
    board.arrange((known[i] as Grouping).members);
    return Array.from({ length: tables }, (_, table) => ({
      score: board.scores[table] as number,
      members: [...board.members(table)],
    }));
  });
  const taken = new Uint8Array(count);
  const groups: number[][] = [];
  for (let turn = random.below(2); groups.length < tables; turn = 1 - turn) {
    const line = lines[turn] as { score: number; members: number[] }[];
    const left = line.map(({ members, score }) => ({ score, members: members.filter((m) => !taken[m]) }));
    const best = left.reduce((a, b) =>
      b.members.length > a.members.length || (b.members.length === a.members.length && b.score > a.score)
        ? b
        : a,
    );
    for (const member of best.members) taken[member] = 1;
    groups.push(best.members);
  }
  const rest = random.shuffle(Int32Array.from([...taken.keys()].filter((member) => !taken[member])));
  let next = 0;
  for (const members of groups) while (members.length < size) members.push(rest[next++] as number);
  return Int32Array.from(groups.flat());
}
