import { FewTables, maxFew } from "./admission/few.ts";
import type { WishedSeating } from "./admission/seat-wished.ts";
import { Random } from "./random.ts";
import type { Rules } from "./rules.ts";
import { type FeatureVectors, ScoreFloor } from "./scores.ts";
import { anneal, findTemperatureRange, improveGreedily, listPartners } from "./search/anneal.ts";
import { type AnnealingContext, Board } from "./search/board.ts";

export interface SearchOptions {
  seed: number;
  /** A seating that keeps the rules, table after table. */
  legalOrder: Int32Array;
  /** The seating from which the search starts and at first keeps wishes. */
  wished?: WishedSeating | undefined;
  maxProposals: number;
  /** Table score for one point of 100; undefined for a search without a floor. */
  scorePerPoint?: number;
}

const proposalsPerDiner = 300_000;
const mostProposals = 36_000_000;
/** Up to this many diners are annealed `repeats` times. */
const maxRepeated = 200;
const repeats = 4;
const shareBeforeFloor = 0.1;
/** The share at the end of a search that keeps wishes, in which wishes are free to be broken. */
const shareAfterWished = 0.2;
/** The floor changes what swaps gain, so annealing starts again and hotter. */
const reheatFactor = 2;
const rangeFactorsForFew = { hot: 8, cold: 1 };
/** A swap that changes a term gains or loses much at once. */
const rangeFactorsForTerms = { hot: 8, cold: 2 };

export const defaultProposals = (dinerCount: number) =>
  Math.min(proposalsPerDiner * dinerCount, mostProposals);

/** Few diners are seated exactly. */
export function arrangeTables(
  vectors: FeatureVectors,
  rules: Rules,
  options: SearchOptions,
): { board: Board; isExact: boolean } {
  if (vectors.dinerCount <= maxFew) {
    const board = new Board(vectors, rules);
    if (seatFew(board, rules, options)) return { board, isExact: true };
  }
  const board = new Board(vectors, rules);
  const partners = listPartners(board, rules);
  board.seatAll(options.legalOrder);
  searchSeating({ board, partners, random: new Random(options.seed) }, options);
  return { board, isExact: false };
}

/** Returns whether it found the best seating. */
function seatFew(board: Board, rules: Rules, { scorePerPoint, legalOrder }: SearchOptions): boolean {
  if (board.tableCount < 2) {
    board.seatAll(legalOrder);
    board.applyTerms();
    return true;
  }
  const few = new FewTables(rules, [...legalOrder.keys()]);
  const seatBest = () => {
    const tables = few.findBest((table) => board.worthOfTable(table));
    if (tables) board.seatAll(Int32Array.from(tables.flat()));
    return tables !== undefined;
  };
  if (scorePerPoint) {
    if (!seatBest()) return false;
    board.setFloor(new ScoreFloor(board.tableScores, scorePerPoint, board.vectors.terms !== undefined));
  }
  board.applyTerms();
  return seatBest();
}

/** A short search without a floor decides the floor. */
function searchSeating(context: AnnealingContext, options: SearchOptions): void {
  const { board } = context;
  const ownGroups = board.groups;
  const { maxProposals, scorePerPoint, wished } = options;
  const isFew = board.dinerCount <= maxRepeated;
  if (!scorePerPoint) board.applyTerms();
  const range = findTemperatureRange(context, 10 * board.dinerCount);
  let left = maxProposals;
  if (scorePerPoint) {
    anneal(context, range, shareBeforeFloor * maxProposals);
    improveGreedily(context);
    left -= shareBeforeFloor * maxProposals;
    board.setFloor(new ScoreFloor(board.tableScores, scorePerPoint, board.vectors.terms !== undefined));
    board.applyTerms();
  }
  const { hot, cold } = board.vectors.terms
    ? rangeFactorsForTerms
    : isFew
      ? rangeFactorsForFew
      : { hot: reheatFactor, cold: 1 };
  const factors = scorePerPoint ? { hot, cold } : { hot: 1, cold: 1 };
  const annealFrom = (hottest: number, proposals: number) =>
    anneal(context, { hot: hottest * range.hot, cold: factors.cold * range.cold }, proposals);
  const annealFromWished = ({ rules, order }: WishedSeating, proposals: number) => {
    board.setGroups(rules.groups);
    board.seatAll(order);
    annealFrom(factors.hot, (1 - shareAfterWished) * proposals);
    board.setGroups(ownGroups);
    annealFrom(2 * factors.cold, shareAfterWished * proposals);
  };
  const times = isFew ? repeats : 1;
  let best: Int32Array | undefined;
  let most = -Infinity;
  for (let i = 0; i < times; i++) {
    if (wished && i % 2 === 0) annealFromWished(wished, left / times);
    else annealFrom(factors.hot, left / times);
    improveGreedily(context);
    const worth = times > 1 ? board.totalWorth() : 0;
    if (worth <= most) continue;
    most = worth;
    best = board.dinerAt.slice();
  }
  if (best && times > 1) board.seatAll(best);
}
