import { tableSize } from "#app/lib/table-size.ts";
import type { Rules } from "./rules/rules.ts";

/** Combinations grow with the fifth power of the diners. */
const maxCombined = 30;

/** Tries to repair broken tables with standby diners first, and forms new tables from the dissolved ones. */
export function dissolveBrokenTables(
  tables: number[][],
  standby: number[],
  rules: Rules,
): { tables: number[][]; standby: number[] } {
  const repaired = tables.map((table) => [...table]);
  const unseated = [...standby];
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
  return { tables: legal, standby: unseated };
}

function replaceOneDiner(table: number[], standby: number[], rules: Rules): boolean {
  const violations = rules.countViolations(table);
  for (const [i, arriving] of standby.entries()) {
    for (const [seat, leaving] of table.entries()) {
      if (rules.countViolations(table.with(seat, arriving)) >= violations) continue;
      table[seat] = arriving;
      standby[i] = leaving;
      return true;
    }
  }
  return false;
}

function findLegalTable(standby: number[], rules: Rules): number[] | undefined {
  const candidates = standby.slice(0, maxCombined);
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
