import { tableSize } from "#app/lib/table-size.ts";
import { explainTable } from "./explain.ts";
import type { MatchQuestion } from "./question.ts";
import { buildFeatureVectors, maxPairScore } from "./scores/answer-features.ts";
import { scoreRows, type TableScores } from "./scores/table-scores.ts";
import type { VenueSeating } from "./seat-venue.ts";
import type { Report, Table } from "./seating.ts";

export interface ScoredTable extends Table {
  scores: TableScores;
}

/** Encoding all answers at once takes too much memory in a Worker. */
const tablesPerBatch = 100;

export function listScoredTables(
  questions: readonly MatchQuestion[],
  { venue, tables }: VenueSeating,
): ScoredTable[] {
  const maxScore = maxPairScore(questions);
  let vectors = buildFeatureVectors(questions, []);
  return tables.map((diners, i) => {
    const placeInBatch = i % tablesPerBatch;
    if (placeInBatch === 0)
      vectors = buildFeatureVectors(questions, tables.slice(i, i + tablesPerBatch).flat());
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

export function buildReport(venueSeatings: readonly VenueSeating[], tables: readonly ScoredTable[]): Report {
  const sorted = tables.map(({ score }) => score).sort((a, b) => a - b);
  const hundredths = sorted.reduce((sum, score) => sum + Math.round(score * 100), 0);
  return {
    seated: tables.reduce((sum, { diners }) => sum + diners.length, 0),
    mean: sorted.length > 0 ? Math.round(hundredths / sorted.length) / 100 : null,
    worst: sorted[0] ?? null,
    fivePercent: sorted[Math.floor(sorted.length / 20)] ?? null,
    worstDiner: minOrNull(tables.map(({ scores }) => scores.worstDiner)),
    lowestPair: minOrNull(tables.map(({ scores }) => scores.lowestPair)),
    venues: venueSeatings.map(({ venue, relaxed, outcome, mostSeated, worth, bound }) => ({
      venue,
      relaxed,
      outcome,
      mostSeated,
      worth,
      bound,
    })),
  };
}

const minOrNull = (numbers: number[]) =>
  numbers.length === 0 ? null : numbers.reduce((min, number) => Math.min(min, number));
