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
  together?: readonly (readonly string[])[];
}

/** Whose venue never changes when a seat is refilled. */
export interface SeatedTable {
  venue: Venue;
  diners: readonly Diner[];
}

/** Who may join the table: first by priority, then by score. */
export function findReplacements(
  table: SeatedTable,
  standby: readonly Diner[],
  seatingRules: SeatingRules,
): Replacement[] {
  return standby
    .filter((diner) => mayJoin(table, [diner], seatingRules))
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

/** Those with the fewest possible tables choose first, a group as one, and join the table that scores best with them. */
export function findFreeSeats(
  diners: readonly Diner[],
  tables: readonly SeatedTable[],
  seatingRules: SeatingRules,
): Move[] {
  const filled = tables.map((table) => ({ ...table, diners: [...table.diners] }));
  const unseated = listGroups(diners.toSorted(compareByPriority), seatingRules);
  const moves: Move[] = [];
  while (unseated.length > 0) {
    const options = unseated.map((group) =>
      [...filled.entries()].flatMap(([i, table]) => (mayJoin(table, group, seatingRules) ? [i] : [])),
    );
    const next = options.reduce(
      (min, tables, i) => (tables.length < (options[min]?.length ?? 0) ? i : min),
      0,
    );
    const [group] = unseated.splice(next, 1) as [Diner[]];
    const scored = (options[next] ?? []).map((table) => ({
      table,
      score: scoreTable(seatingRules.questions, [...(filled[table]?.diners ?? []), ...group]).overall,
    }));
    const { table } = scored.reduce((best, each) => (each.score > best.score ? each : best), {
      table: -1,
      score: -1,
    });
    filled[table]?.diners.push(...group);
    for (const diner of group) moves.push({ diner: diner.id, table });
  }
  return moves;
}

function listGroups(diners: readonly Diner[], { together = [] }: SeatingRules): Diner[][] {
  const left = new Set(diners);
  return diners.flatMap((diner) => {
    if (!left.has(diner)) return [];
    const ids = together.find((group) => group.includes(diner.id)) ?? [diner.id];
    const group = diners.filter(({ id }) => ids.includes(id));
    for (const member of group) left.delete(member);
    return [group];
  });
}

function mayJoin(
  { venue, diners }: SeatedTable,
  joining: readonly Diner[],
  { relaxed = [], together = [] }: SeatingRules,
): boolean {
  const all = [...diners, ...joining];
  if (all.length > tableSize || !joining.every((diner) => suits(venue, diner))) return false;
  const ids = new Set(all.map(({ id }) => id));
  const isWhole = joining.every(({ id }) =>
    together.every((group) => !group.includes(id) || group.every((member) => ids.has(member))),
  );
  return isWhole && buildRules(all, relaxed, [], together).countViolations([...all.keys()]) === 0;
}
