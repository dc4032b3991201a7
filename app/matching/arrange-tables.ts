import { tableSize } from "#app/lib/table-size.ts";
import { exactly, type Proof } from "./proof/find-best-seating.ts";
import { Random } from "./random.ts";
import type { Rules } from "./rules/rules.ts";
import type { Vectors } from "./scores/feature-vectors.ts";
import { anneal, quench } from "./search/anneal.ts";
import { Board } from "./search/board.ts";
import { fill } from "./search/first-seating.ts";
import { partnersOf } from "./search/partners.ts";
import { brokenTables, repair } from "./search/repair.ts";
import { Floor } from "./search/score-floor.ts";
import { type Effort, findWindow } from "./search/temperature-range.ts";

/** Up to this many diners the best seating is sought among all there are; the others have too many. */
const provable = 100;
/** So much of the effort finds out how high a floor may be. */
const sounding = 0.1;
/** The landscape under a floor is another: annealing begins again, and hotter. */
const reheated = 2;

/** Seats as many diners as there are vectors, a multiple of five, and answers the board they sit at. */
export function arrange(vectors: Vectors, rules: Rules, effort: Effort): { board: Board; proof?: Proof } {
  const { count } = vectors;
  const random = new Random(effort.seed);
  const board = new Board(vectors, tableSize);
  const partners = partnersOf(board, rules);
  board.arrange(fill(count, partners, rules));
  if (board.tables < 2)
    return { board, proof: { most: board.total(), isImpossible: brokenTables(board, rules).length > 0 } };

  const cooling = { board, partners, rules, random };
  if (count <= provable) return exactly(cooling, vectors, effort);
  repair(board, rules, random);
  const { hot, cold } = findWindow(cooling, 10 * count);
  const { proposals, point } = effort;
  anneal(cooling, hot, cold, point ? sounding * proposals : proposals);
  if (point) {
    board.raise(new Floor(board.scores, point));
    anneal(cooling, reheated * hot, cold, (1 - sounding) * proposals);
  }
  repair(board, rules, random);
  quench(cooling);
  return { board };
}
