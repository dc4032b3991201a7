import { tableSize } from "#app/lib/table-size.ts";
import type { Venue } from "./diner.ts";
import { explainTable } from "./explain.ts";
import type { MatchQuestion } from "./question.ts";
import { buildFeatureVectors, maxPairScore, scoreRows, type TableScores } from "./scores.ts";
import type { PlacedTable, PoolSeating } from "./seat-pool.ts";
import type { PoolReport, Report, Table } from "./seating.ts";
import { compareById } from "./sort-order.ts";

interface ScoredTable extends Table {
  scores: TableScores;
}

/** Encoding all answers at once takes too much memory in a Worker. */
const tablesPerBatch = 100;

export function listScoredTables(
  questions: readonly MatchQuestion[],
  tables: readonly PlacedTable[],
): ScoredTable[] {
  const maxScore = maxPairScore(questions);
  let vectors = buildFeatureVectors(questions, []);
  return tables.map(({ venue, diners }, i) => {
    const placeInBatch = i % tablesPerBatch;
    if (placeInBatch === 0)
      vectors = buildFeatureVectors(
        questions,
        tables.slice(i, i + tablesPerBatch).flatMap((table) => table.diners),
      );
    const scores = scoreRows(vectors, placeInBatch * tableSize, diners.length, maxScore);
    return {
      venue,
      diners: diners.map(({ id }) => id),
      score: scores.overall,
      explanation: explainTable(questions, diners),
      scores,
    };
  });
}

export function buildReport(
  venues: readonly Venue[],
  seating: PoolSeating,
  tables: readonly ScoredTable[],
): Report {
  const sorted = tables.map(({ score }) => score).sort((a, b) => a - b);
  const hundredths = sorted.reduce((sum, score) => sum + Math.round(score * 100), 0);
  return {
    seated: tables.reduce((sum, { diners }) => sum + diners.length, 0),
    mean: sorted.length > 0 ? Math.round(hundredths / sorted.length) / 100 : null,
    worst: sorted[0] ?? null,
    fivePercent: sorted[Math.floor(sorted.length / 20)] ?? null,
    worstDiner: minOrNull(tables.map(({ scores }) => scores.worstDiner)),
    lowestPair: minOrNull(tables.map(({ scores }) => scores.lowestPair)),
    venues: [reportPool(venues, seating)],
  };
}

/** The order of the fields matters, because the hash depends on it. */
function reportPool(
  venues: readonly Venue[],
  { relaxed, outcome, method, mostSeated, worth, terms, tables }: PoolSeating,
): PoolReport {
  const [venue] = venues;
  const result = { relaxed, outcome, method, mostSeated, worth, ...(terms ? { terms } : {}) };
  if (venue && venues.length === 1) return { venue: venue.id, ...result };
  const used = Map.groupBy(tables, (table) => table.venue);
  return {
    venue: null,
    ...result,
    tables: venues.toSorted(compareById).map(({ id }) => ({ venue: id, used: used.get(id)?.length ?? 0 })),
  };
}

const minOrNull = (numbers: number[]) =>
  numbers.length === 0 ? null : numbers.reduce((min, number) => Math.min(min, number));
