import type { FeatureVectors } from "#app/matching/scores/feature-vectors.ts";
import { anneal, improveGreedily } from "#app/matching/search/anneal.ts";
import type { AnnealingContext } from "#app/matching/search/board.ts";
import { repairTables } from "#app/matching/search/repair.ts";
import { ScoreFloor } from "#app/matching/search/score-floor.ts";
import type { SearchOptions } from "#app/matching/search/search-options.ts";
import { findTemperatureRange } from "#app/matching/search/temperature-range.ts";

const restarts = 6;

interface GatheredTable {
  diners: Int32Array;
  score: number;
}

/** Leaves the board at the best seating found. */
export function gatherTables(
  context: AnnealingContext,
  vectors: FeatureVectors,
  options: SearchOptions,
): { isLegal: boolean; tables: GatheredTable[] } {
  const { board, rules } = context;
  const tables = new Map<string, Int32Array>();
  const isLegal = annealRepeatedly(context, options, tables);
  if (isLegal && options.scorePerPoint) {
    board.setFloor(new ScoreFloor(board.tableScores, options.scorePerPoint));
    annealRepeatedly(context, options, tables);
  }
  return {
    isLegal,
    tables: [...tables.values()]
      .filter((diners) => rules.countViolations(diners) === 0)
      .map((diners) => ({ diners, score: scoreOf(vectors, diners) })),
  };
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
