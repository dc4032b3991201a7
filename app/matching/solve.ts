import { hashText } from "./hash.ts";
import type { MatchInput } from "./match-input.ts";
import { buildReport, listScoredTables } from "./report.ts";
import { seatPool } from "./seat-pool.ts";
import type { Seating } from "./seating.ts";

/** Must be raised with every change that seats any match input differently. */
export const rulesVersion = 9;

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
