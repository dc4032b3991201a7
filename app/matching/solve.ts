import { tableSize } from "#app/lib/table-size.ts";
import { explainTable } from "./explain.ts";
import { compareById, type MatchInput, type MatchQuestion, type Venue } from "./match-input.ts";
import { buildFeatureVectors, maxPairScore, scoreRows, type TableScores } from "./scores.ts";
import { type PlacedTable, type PoolSeating, seatPool } from "./seat-pool.ts";
import type { PoolReport, Report, Seating, Table } from "./seating.ts";

/** Must be raised with every change that seats any match input differently. */
export const rulesVersion = 10;

export const match = (input: MatchInput): Seating => matchWithFloor(input).seating;

/** The floor is not part of the seating, so the seating's hash does not depend on it. */
export function matchWithFloor(input: MatchInput): { seating: Seating; scoreFloor: number | null } {
  const questions = input.questions.toSorted((one, other) => one.id - other.id);
  const poolSeating = seatPool({ ...input, questions });
  const tables = listScoredTables(questions, poolSeating.tables);
  const seating = {
    version: rulesVersion,
    seed: input.seed,
    tables: tables.map(({ venue, diners, score, explanation }) => ({ venue, diners, score, explanation })),
    standby: poolSeating.standby,
    report: buildReport(input.venues, poolSeating, tables),
  };
  return {
    seating: { ...seating, hash: hashText(JSON.stringify(seating)) },
    scoreFloor: poolSeating.scoreFloor,
  };
}

export function verifySeating(input: MatchInput, seating: Seating): boolean {
  return JSON.stringify(match({ ...input, seed: seating.seed })) === JSON.stringify(seating);
}

interface ScoredTable extends Table {
  scores: TableScores;
}

/** Encoding all answers at once takes too much memory in a Worker. */
const tablesPerBatch = 100;

function listScoredTables(
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

function buildReport(venues: readonly Venue[], seating: PoolSeating, tables: readonly ScoredTable[]): Report {
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

/** A 128-bit hash that distinguishes seatings; it is not cryptographic. */
function hashText(text: string): string {
  const factors = [0x01000193, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];
  return factors
    .map((factor, lane) => {
      let hash = 0x811c9dc5 ^ lane;
      for (let i = 0; i < text.length; i++) {
        hash = Math.imul(hash ^ text.charCodeAt(i), factor);
        hash ^= hash >>> 15;
      }
      return (hash >>> 0).toString(16).padStart(8, "0");
    })
    .join("");
}
