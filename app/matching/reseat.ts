/** Seats that fall free after matching: who fits a table best, and where those of a dissolved table fit. */

import { tableSize } from "#app/lib/table-size.ts";
import { byClaim } from "./admit-diners.ts";
import type { Diner, Venue } from "./diner.ts";
import type { Relaxable } from "./match-input.ts";
import type { MatchQuestion } from "./question.ts";
import { scoresOf } from "./report.ts";
import { rulesAmong } from "./rules/build-rules.ts";

export interface Candidate {
  diner: string;
  /** What the table's score would be with them. */
  score: number;
}

interface SeatingRules {
  questions: readonly MatchQuestion[];
  venue: Venue;
  relaxed?: readonly Relaxable[];
}

/** Those on standby who may join a table, the best fit first; of equals, the older claim. */
export function replacementsFor(
  table: readonly Diner[],
  standby: readonly Diner[],
  rulebook: SeatingRules,
): Candidate[] {
  return standby
    .filter((diner) => mayJoin(table, diner, rulebook))
    .toSorted(byClaim)
    .map((diner) => ({ diner: diner.id, score: scoresOf(rulebook.questions, [...table, diner]).all }))
    .sort((one, other) => other.score - one.score);
}

export interface Move {
  diner: string;
  /** The place of their new table in the list; -1 where none has a seat for them. */
  table: number;
}

/** Who has the fewest tables to go to chooses first, and goes where the score will be best. */
export function freeSeatsFor(
  leaving: readonly Diner[],
  tables: readonly (readonly Diner[])[],
  rulebook: SeatingRules,
): Move[] {
  const grown = tables.map((table) => [...table]);
  const waiting = leaving.toSorted(byClaim);
  const moves: Move[] = [];
  while (waiting.length > 0) {
    const options = waiting.map((diner) =>
      [...grown.keys()].filter((i) => mayJoin(grown[i] ?? [], diner, rulebook)),
    );
    const scarcest = options.reduce(
      (least, some, i) => (some.length < (options[least]?.length ?? 0) ? i : least),
      0,
    );
    const [diner] = waiting.splice(scarcest, 1) as [Diner];
    const scored = (options[scarcest] ?? []).map((i) => ({
      i,
      score: scoresOf(rulebook.questions, [...(grown[i] ?? []), diner]).all,
    }));
    const table = scored.reduce((best, next) => (next.score > best.score ? next : best), {
      i: -1,
      score: -1,
    }).i;
    grown[table]?.push(diner);
    moves.push({ diner: diner.id, table });
  }
  return moves;
}

function mayJoin(table: readonly Diner[], diner: Diner, { venue, relaxed = [] }: SeatingRules): boolean {
  if (table.length >= tableSize || (diner.diets & ~venue.diets) !== 0) return false;
  const together = [...table, diner];
  return rulesAmong(together, relaxed).broken([...together.keys()]) === 0;
}
