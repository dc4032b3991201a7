import { tableSize } from "#app/lib/table-size.ts";
import type { Diner, Venue } from "./diner.ts";
import type { RelaxableRule } from "./match-input.ts";
import type { MatchQuestion } from "./question.ts";
import { buildRules } from "./rules/build-rules.ts";
import { scoreTable } from "./scores/table-scores.ts";
import { compareByPriority } from "./sort-order.ts";
import { suits } from "./venues/suits.ts";

interface Replacement {
  diner: string;
  score: number;
}

export interface SeatingRules {
  questions: readonly MatchQuestion[];
  relaxed?: readonly RelaxableRule[];
}

/** Whose venue never changes when a seat is refilled. */
export interface SeatedTable {
  venue: Venue;
  diners: readonly Diner[];
}

/** Who may join the table: those with priority first, since they were told so, and then the best score. */
export function findReplacements(
  table: SeatedTable,
  standby: readonly Diner[],
  seatingRules: SeatingRules,
): Replacement[] {
  return standby
    .filter((diner) => mayJoin(table, diner, seatingRules))
    .toSorted(compareByPriority)
    .map((diner) => ({
      diner: diner.id,
      priority: diner.priority,
      score: scoreTable(seatingRules.questions, [...table.diners, diner]).overall,
    }))
    .sort((one, other) => other.priority - one.priority || other.score - one.score)
    .map(({ diner, score }) => ({ diner, score }));
}

export interface Move {
  diner: string;
  /** -1 where no table has a seat for them. */
  table: number;
}

/** Diners with the fewest possible tables choose first, and each joins the table that scores best with them. */
export function findFreeSeats(
  diners: readonly Diner[],
  tables: readonly SeatedTable[],
  seatingRules: SeatingRules,
): Move[] {
  const filled = tables.map((table) => ({ ...table, diners: [...table.diners] }));
  const unseated = diners.toSorted(compareByPriority);
  const moves: Move[] = [];
  while (unseated.length > 0) {
    const options = unseated.map((diner) =>
      [...filled.entries()].flatMap(([i, table]) => (mayJoin(table, diner, seatingRules) ? [i] : [])),
    );
    const next = options.reduce(
      (min, tables, i) => (tables.length < (options[min]?.length ?? 0) ? i : min),
      0,
    );
    const [diner] = unseated.splice(next, 1) as [Diner];
    const scored = (options[next] ?? []).map((table) => ({
      table,
      score: scoreTable(seatingRules.questions, [...(filled[table]?.diners ?? []), diner]).overall,
    }));
    const { table } = scored.reduce((best, each) => (each.score > best.score ? each : best), {
      table: -1,
      score: -1,
    });
    filled[table]?.diners.push(diner);
    moves.push({ diner: diner.id, table });
  }
  return moves;
}

function mayJoin({ venue, diners }: SeatedTable, diner: Diner, { relaxed = [] }: SeatingRules): boolean {
  if (diners.length >= tableSize || !suits(venue, diner)) return false;
  const together = [...diners, diner];
  return buildRules(together, relaxed).countViolations([...together.keys()]) === 0;
}
