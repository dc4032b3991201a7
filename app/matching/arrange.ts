import { anneal, quench } from "./anneal.ts";
import type { Board } from "./board.ts";
import { seats } from "./diner.ts";
import { exactly, type Proof } from "./exact.ts";
import { fill } from "./fill.ts";
import { Floor } from "./floor.ts";
import { PairBoard, pairsOf } from "./pair-board.ts";
import { partnersOf } from "./partners.ts";
import { Random } from "./random.ts";
import { brokenTables, repair } from "./repair.ts";
import type { Rules } from "./rules.ts";
import { type Effort, findWindow } from "./schedule.ts";
import { SumBoard } from "./sum-board.ts";
import type { Vectors } from "./vectors.ts";

/** Up to this many diners the best seating is sought among all there are; the others have too many. */
const provable = 100;
/** Up to this many diners the scores of all pairs are held. */
const paired = 2_000;

/** Seats as many diners as there are vectors, a multiple of five, and answers the board they sit at. */
export function arrange(vectors: Vectors, rules: Rules, effort: Effort): { board: Board; proof?: Proof } {
  const { count } = vectors;
  const random = new Random(effort.seed);
  const partners = partnersOf(vectors, rules);
  const board =
    count <= paired ? new PairBoard(count, seats, pairsOf(vectors)) : new SumBoard(vectors, seats);
  board.arrange(fill(count, partners, rules));
  if (board.tables < 2)
    return { board, proof: { most: board.total(), isImpossible: brokenTables(board, rules).length > 0 } };

  const cooling = { board, partners, rules, random };
  if (count <= provable) return exactly(cooling, vectors, effort);
  repair(board, rules, random);
  const { hot, cold } = findWindow(cooling, 10 * count);
  anneal(cooling, hot, cold, effort.floor ? effort.proposals / 2 : effort.proposals);
  if (effort.floor) {
    board.floor = new Floor(board.scores);
    anneal(cooling, 1.4 * hot, cold, effort.proposals / 2);
  }
  repair(board, rules, random);
  quench(cooling);
  return { board };
}
