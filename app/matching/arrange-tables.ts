import { tableSize } from "#app/lib/table-size.ts";
import { FewTables, maxFew } from "./admission/few.ts";
import { Random } from "./random.ts";
import type { Rules } from "./rules/rules.ts";
import type { FeatureVectors } from "./scores/feature-vectors.ts";
import { anneal, improveGreedily } from "./search/anneal.ts";
import type { AnnealingContext } from "./search/board.ts";
import { Board } from "./search/board.ts";
import { buildFirstSeating } from "./search/first-seating.ts";
import { listPartners } from "./search/partners.ts";
import { repairTables } from "./search/repair.ts";
import { ScoreFloor } from "./search/score-floor.ts";
import type { SearchOptions } from "./search/search-options.ts";
import { findTemperatureRange, type TemperatureRange } from "./search/temperature-range.ts";

const proposalsPerDiner = 150_000;
const mostProposals = 36_000_000;
/** So many are annealed so often. */
const maxRepeated = 200;
const repeats = 4;
const shareBeforeFloor = 0.1;
/** The floor changes what swaps gain, so annealing starts again and hotter. */
const reheatFactor = 2;
const rangeFactorsForFew = { hot: 8, cold: 1 };
/** A swap that changes a term gains or loses much at once. */
const rangeFactorsForTerms = { hot: 8, cold: 2 };

export const defaultProposals = (dinerCount: number) =>
  Math.min(proposalsPerDiner * dinerCount, mostProposals);

/** With a legal order, all tables are legal. Few diners are seated exactly. */
export function arrangeTables(
  vectors: FeatureVectors,
  rules: Rules,
  options: SearchOptions,
): { board: Board; isExact: boolean } {
  if (vectors.dinerCount <= maxFew) {
    const board = new Board(vectors, tableSize, rules.groups);
    if (seatFew(board, rules, options)) return { board, isExact: true };
  }
  const context = startSearch(vectors, rules, options);
  searchSeating(context, options);
  return { board: context.board, isExact: false };
}

/** Returns whether it found the best seating. */
function seatFew(board: Board, rules: Rules, { scorePerPoint, legalOrder }: SearchOptions): boolean {
  const everyone = [...Array(board.dinerCount).keys()];
  if (board.tableCount < 2) {
    board.seatAll(legalOrder ?? Int32Array.from(everyone));
    board.applyTerms();
    return true;
  }
  const few = new FewTables(rules, everyone);
  const seatBest = () => {
    const tables = few.findBest((table) => board.worthOfTable(table));
    if (tables) board.seatAll(Int32Array.from(tables.flat()));
    return tables !== undefined;
  };
  if (scorePerPoint) {
    if (!seatBest()) return false;
    board.setFloor(new ScoreFloor(board.tableScores, scorePerPoint, board.hasTerms));
  }
  board.applyTerms();
  return seatBest();
}

/** Seats everybody, as a start for the search. */
export function startSearch(
  vectors: FeatureVectors,
  rules: Rules,
  options: Pick<SearchOptions, "seed" | "legalOrder">,
): AnnealingContext {
  const random = new Random(options.seed);
  const board = new Board(vectors, tableSize, rules.groups);
  board.setVenueKinds(rules.venueKinds);
  const partners = listPartners(board, rules);
  board.seatAll(buildFirstSeating(vectors.dinerCount, partners, rules));
  if (!repairTables(board, rules, random) && options.legalOrder) board.seatAll(options.legalOrder);
  return { board, partners, rules, random };
}

/** Anneals several times if the diners are few enough for that, and keeps the best seating. */
export function searchSeating(
  context: AnnealingContext,
  { maxProposals, scorePerPoint }: SearchOptions,
): void {
  const { board } = context;
  const times = board.dinerCount <= maxRepeated ? repeats : 1;
  const annealOften = (
    factors: { hot: number; cold: number },
    range: TemperatureRange,
    proposals: number,
  ) => {
    let best: Int32Array | undefined;
    let most = -Infinity;
    for (let i = 0; i < times; i++) {
      anneal(context, { hot: factors.hot * range.hot, cold: factors.cold * range.cold }, proposals / times);
      improveGreedily(context);
      const worth = times > 1 ? board.totalWorth() : 0;
      if (worth <= most) continue;
      most = worth;
      best = board.dinerAt.slice();
    }
    if (best && times > 1) board.seatAll(best);
  };
  if (!scorePerPoint) board.applyTerms();
  const range = findTemperatureRange(context, 10 * board.dinerCount);
  annealOften({ hot: 1, cold: 1 }, range, scorePerPoint ? shareBeforeFloor * maxProposals : maxProposals);
  if (!scorePerPoint) return;
  board.setFloor(new ScoreFloor(board.tableScores, scorePerPoint, board.hasTerms));
  board.applyTerms();
  const factors = board.terms
    ? rangeFactorsForTerms
    : times > 1
      ? rangeFactorsForFew
      : { hot: reheatFactor, cold: 1 };
  annealOften(factors, range, (1 - shareBeforeFloor) * maxProposals);
}
