import { pairsPerTable } from "#app/matching/scores/answer-features.ts";
import type { FeatureVectors } from "#app/matching/scores/feature-vectors.ts";
import { type AnnealingContext, anneal, improveGreedily } from "#app/matching/search/anneal.ts";
import type { Board } from "#app/matching/search/board.ts";
import { repairTables } from "#app/matching/search/repair.ts";
import { ScoreFloor } from "#app/matching/search/score-floor.ts";
import type { SearchOptions } from "#app/matching/search/search-options.ts";
import { findTemperatureRange } from "#app/matching/search/temperature-range.ts";
import { DinerKinds } from "./diner-kinds.ts";
import { type CandidateTable, findBestPartition } from "./partition.ts";
import { forbiddenScore, TableEnumerator } from "./table-enumerator.ts";
import { computeUpperBound, type KnownTable } from "./upper-bound.ts";

export interface Proof {
  /** No seating is worth more. */
  maxWorth: number;
  /** Whether it is proven that no seating is legal. */
  isImpossible: boolean;
}

const restarts = 6;
const maxCandidates = 60_000;
/** For all searches of one seating together. */
const maxSteps = (dinerCount: number) => Math.max(50_000_000, 20_000 * dinerCount ** 2);

/** Anneals a few seatings, bounds what any seating can be worth, and searches what lies between. */
export function findBestSeating(
  context: AnnealingContext,
  vectors: FeatureVectors,
  options: SearchOptions,
): { board: Board; proof: Proof } {
  const { board, rules } = context;
  const tables = new Map<string, Int32Array>();
  const isLegal = annealRepeatedly(context, options, tables);
  if (isLegal && options.scorePerPoint) {
    board.setFloor(new ScoreFloor(board.tableScores, options.scorePerPoint));
    annealRepeatedly(context, options, tables);
  }
  const worthOf = (score: number) => board.worthOf(score);
  const kinds = new DinerKinds(vectors, rules);
  const { counts, representatives } = kinds;
  const languages = representatives.map((diner) => rules.languages[diner] as number);
  const enumerator = new TableEnumerator(counts, listPairScores(vectors, context, kinds), languages);
  const knownTables = [...tables.values()].flatMap((table): KnownTable[] =>
    rules.countViolations(table) > 0
      ? []
      : [{ kinds: kinds.kindsOf(table), worth: worthOf(scoreOf(vectors, table)) }],
  );
  const { prices, slack, maxWorth } = computeUpperBound(counts, enumerator, worthOf, knownTables);

  const worthToBeat = isLegal ? board.totalWorth() : computeMinWorth(board, vectors) - 1;
  if (maxWorth < worthToBeat) return { board, proof: { maxWorth, isImpossible: !isLegal } };
  const gap = Math.floor(maxWorth) - worthToBeat;
  const allSteps = maxSteps(board.dinerCount);
  let stepsLeft = allSteps;
  let growth = 5;
  for (let distance = Math.max(1, gap / 64); gap > 0; distance *= growth) {
    const maxLoss = Math.min(distance, gap);
    const candidates: CandidateTable[] = [];
    const isComplete = enumerator.visitTables(prices, slack - maxLoss, (kinds, score, gain) => {
      const loss = slack - (gain - score + worthOf(score));
      if (loss <= maxLoss) candidates.push({ kinds: kinds.slice(), loss });
      return candidates.length > maxCandidates ? Infinity : slack - maxLoss;
    });
    if (!isComplete || candidates.length > maxCandidates) break;
    const { tables, unusedSteps } = findBestPartition(counts, candidates, maxLoss, stepsLeft);
    // A long search grows less, since the next one takes several times as long.
    if (isLegal) growth = stepsLeft - unusedSteps > allSteps / 32 ? 1.3 : 2;
    stepsLeft = unusedSteps;
    if (tables) board.seatAll(kinds.dinersFor(tables.flatMap((table) => [...table])));
    if (stepsLeft < 0) break;
    if (tables) return { board, proof: { maxWorth: board.totalWorth(), isImpossible: false } };
    if (maxLoss === gap) return { board, proof: { maxWorth: worthToBeat, isImpossible: !isLegal } };
  }
  return { board, proof: { maxWorth: Math.floor(maxWorth), isImpossible: false } };
}

/** Returns false without annealing where repair fails: the search through all tables then ends sooner. */
function annealRepeatedly(
  context: AnnealingContext,
  options: SearchOptions,
  tables: Map<string, Int32Array>,
): boolean {
  const { board, rules, random } = context;
  if (!repairTables(board, rules, random)) return false;
  const range = findTemperatureRange(context, 20 * board.dinerCount);
  const maxProposals = Math.min(options.maxProposals / restarts, 0.8 * board.dinerCount ** 3);
  let best = board.dinerAt.slice();
  let maxWorth = -Infinity;
  for (let run = 0; run < restarts; run++) {
    // With rules, a random seating would be illegal, so each run continues from the last one.
    if (run > 0 && !rules.hasAny) board.seatAll(random.shuffle(board.dinerAt.slice()));
    anneal(context, range, maxProposals);
    improveGreedily(context);
    for (let table = 0; table < board.tableCount; table++) {
      const diners = board.membersOf(table).slice().sort();
      tables.set(diners.join(), diners);
    }
    if (board.totalWorth() <= maxWorth) continue;
    maxWorth = board.totalWorth();
    best = board.dinerAt.slice();
  }
  board.seatAll(best);
  return true;
}

function scoreOf(vectors: FeatureVectors, table: Int32Array): number {
  let score = 0;
  for (let i = 0; i < table.length; i++) {
    for (let j = 0; j < i; j++) score += vectors.pairScore(table[i] as number, table[j] as number);
  }
  return score;
}

function listPairScores(
  vectors: FeatureVectors,
  { rules }: AnnealingContext,
  { counts, representatives }: DinerKinds,
): Float64Array {
  const kindCount = representatives.length;
  return Float64Array.from({ length: kindCount * kindCount }, (_, i) => {
    const [a, b] = [Math.floor(i / kindCount), i % kindCount];
    if (a === b && counts[a] === 1) return forbiddenScore;
    const [one, other] = [representatives[a] as number, representatives[b] as number];
    return rules.maySitTogether(one, other) ? vectors.pairScore(one, other) : forbiddenScore;
  });
}

/** No seating is worth less. */
function computeMinWorth(board: Board, vectors: FeatureVectors): number {
  let minPairScore = 0;
  for (let i = 0; i < board.dinerCount; i++) {
    for (let j = 0; j < i; j++) minPairScore = Math.min(minPairScore, vectors.pairScore(i, j));
  }
  return board.tableCount * Math.min(0, board.worthOf(pairsPerTable * minPairScore));
}
