import { tableSize } from "#app/lib/table-size.ts";
import type { Vectors } from "#app/matching/scores/feature-vectors.ts";
import { anneal, type Cooling, quench } from "#app/matching/search/anneal.ts";
import type { Board } from "#app/matching/search/board.ts";
import { repair } from "#app/matching/search/repair.ts";
import { Floor } from "#app/matching/search/score-floor.ts";
import { type Effort, findWindow } from "#app/matching/search/temperature-range.ts";
import { Kinds } from "./diner-kinds.ts";
import { type Candidate, partition } from "./partition.ts";
import { apart, Pricing } from "./table-enumerator.ts";
import { boundOf, type Known } from "./upper-bound.ts";

/** What is known of all the seatings there are. */
export interface Proof {
  /** None is worth more; where that is what ours is worth, ours is the best. */
  most: number;
  /** Whether it was shown that no seating is legal. */
  isImpossible: boolean;
}

const restarts = 6;
const mostCandidates = 60_000;
/** Of all searches through the candidates together, so that no night takes minutes to be proven. */
const mostSteps = 50_000_000;

/** Anneals a few times, bounds what any seating can be worth, and seats from the tables that could reach it. */
export function exactly(cooling: Cooling, vectors: Vectors, effort: Effort): { board: Board; proof: Proof } {
  const { board, rules } = cooling;
  const tables = new Map<string, Int32Array>();
  const isLegal = restart(cooling, effort, tables);
  if (isLegal && effort.point) {
    board.raise(new Floor(board.scores, effort.point));
    restart(cooling, effort, tables);
  }
  const worth = (score: number) => board.worth(score);
  const kinds = new Kinds(vectors, rules);
  const { many, first } = kinds;
  const languages = first.map((diner) => rules.languages[diner] as number);
  const pricing = new Pricing(many, legalPairs(vectors, cooling, kinds), languages);
  const known = [...tables.values()].flatMap((table): Known[] =>
    rules.broken(table) > 0 ? [] : [{ table: kinds.at(table), worth: worth(scoreOf(vectors, table)) }],
  );
  const { prices, slack, most } = boundOf(many, pricing, worth, known);

  const reached = isLegal ? board.total() : leastWorth(board, vectors) - 1;
  if (most < reached) return { board, proof: { most, isImpossible: !isLegal } };
  const gap = Math.floor(most) - reached;
  const steps = Math.max(mostSteps, 20_000 * board.count ** 2);
  let unused = steps;
  let wider = 5;
  for (let allowed = Math.max(1, gap / 64); gap > 0; allowed *= wider) {
    const within = Math.min(allowed, gap);
    const candidates: Candidate[] = [];
    const isDone = pricing.search(prices, slack - within, (table, score, whole) => {
      const loss = slack - (whole - score + worth(score));
      if (loss <= within) candidates.push({ table: table.slice(), loss });
      return candidates.length > mostCandidates ? Infinity : slack - within;
    });
    if (!isDone || candidates.length > mostCandidates) break;
    const { tables, left } = partition(many, candidates, within, unused);
    // A search that took long is followed by one not much longer.
    if (isLegal) wider = unused - left > steps / 32 ? 1.3 : 2;
    unused = left;
    if (tables) board.arrange(kinds.seat(tables.flatMap((table) => [...table])));
    if (left < 0) break;
    if (tables) return { board, proof: { most: board.total(), isImpossible: false } };
    if (within === gap) return { board, proof: { most: reached, isImpossible: !isLegal } };
  }
  return { board, proof: { most: Math.floor(most), isImpossible: false } };
}

/**
 * Leaves the board at the best seating of several, and every table of every one of them in `tables`. Answers
 * whether it is legal; where the first is not, the search through all tables will tell sooner than more tries.
 */
function restart(cooling: Cooling, effort: Effort, tables: Map<string, Int32Array>): boolean {
  const { board, rules, random } = cooling;
  if (!repair(board, rules, random)) return false;
  const window = findWindow(cooling, 20 * board.count);
  const proposals = Math.min(effort.proposals / restarts, 0.8 * board.count ** 3);
  let best = board.at.slice();
  let most = -Infinity;
  for (let run = 0; run < restarts; run++) {
    // A legal seating is hard to come by: where there are rules, the heat must do to make each run another.
    if (run > 0 && !rules.any) board.arrange(random.shuffle(board.at.slice()));
    anneal(cooling, window.hot, window.cold, proposals);
    quench(cooling);
    for (let table = 0; table < board.tables; table++) {
      const members = board.members(table).slice().sort();
      tables.set(members.join(), members);
    }
    if (board.total() <= most) continue;
    most = board.total();
    best = board.at.slice();
  }
  board.arrange(best);
  return true;
}

function legalPairs(vectors: Vectors, { rules }: Cooling, { first, many }: Kinds): Float64Array {
  const count = first.length;
  return Float64Array.from({ length: count * count }, (_, i) => {
    const kind = Math.floor(i / count);
    if (i % count === kind && many[kind] === 1) return apart;
    const [one, other] = [first[kind] as number, first[i % count] as number];
    return rules.mayMeet(one, other) ? vectors.dot(one, other) : apart;
  });
}

function scoreOf(vectors: Vectors, table: Int32Array): number {
  let score = 0;
  for (let i = 0; i < tableSize; i++) {
    for (let j = 0; j < i; j++) score += vectors.dot(table[i] as number, table[j] as number);
  }
  return score;
}

/** Any seating at all is worth as much. */
function leastWorth(board: Board, vectors: Vectors): number {
  let least = 0;
  for (let i = 0; i < board.count; i++) {
    for (let j = 0; j < i; j++) least = Math.min(least, vectors.dot(i, j));
  }
  return board.tables * Math.min(0, board.worth(10 * least));
}
