import { tableSize } from "#app/lib/table-size.ts";
import type { Rules } from "./rules/rules.ts";

/** Only the first of those who wait are combined into new tables: the combinations grow with the fifth power. */
const maxCombined = 30;

/** Repairs broken tables with waiting diners, dissolves those that stay broken, and forms new tables from who is left. */
export function dissolveBrokenTables(
  tables: number[][],
  waiting: number[],
  rules: Rules,
): { tables: number[][]; waiting: number[] } {
  const repaired = tables.map((table) => [...table]);
  const unseated = [...waiting];
  for (const table of repaired)
    while (rules.countViolations(table) > 0 && replaceOneDiner(table, unseated, rules));
  const legal = repaired.filter((table) => rules.countViolations(table) === 0);
  unseated.unshift(...repaired.filter((table) => rules.countViolations(table) > 0).flat());
  for (
    let table = findLegalTable(unseated, rules);
    table && legal.length < tables.length;
    table = findLegalTable(unseated, rules)
  ) {
    legal.push(table);
    for (const diner of table) unseated.splice(unseated.indexOf(diner), 1);
  }
  return { tables: legal, waiting: unseated };
}

/** Makes the first replacement that leaves the table with fewer violations; returns whether there was one. */
function replaceOneDiner(table: number[], waiting: number[], rules: Rules): boolean {
  const violations = rules.countViolations(table);
  for (const [i, arriving] of waiting.entries()) {
    for (const [seat, leaving] of table.entries()) {
      if (rules.countViolations(table.with(seat, arriving)) >= violations) continue;
      table[seat] = arriving;
      waiting[i] = leaving;
      return true;
    }
  }
  return false;
}

function findLegalTable(waiting: number[], rules: Rules): number[] | undefined {
  const candidates = waiting.slice(0, maxCombined);
  const extend = (table: number[], from: number): number[] | undefined => {
    if (table.length === tableSize) return table;
    for (let i = from; i < candidates.length; i++) {
      const longer = [...table, candidates[i] as number];
      const full = rules.countViolations(longer) === 0 ? extend(longer, i + 1) : undefined;
      if (full) return full;
    }
    return undefined;
  };
  return extend([], 0);
}
