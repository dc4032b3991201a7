import { tableSize } from "#app/lib/table-size.ts";
import type { Rules } from "./rules/rules.ts";

/** Beyond so many who wait, the last of them are not tried together: there are too many fives among them. */
const tried = 30;

/**
 * Where tables stayed broken: those who wait take places at them where that helps, what is still broken is
 * dissolved, and whoever waits then is seated again as far as legal fives are found among them.
 */
export function withdraw(
  tables: number[][],
  waiting: number[],
  rules: Rules,
): { tables: number[][]; waiting: number[] } {
  const mended = tables.map((table) => [...table]);
  const bench = [...waiting];
  for (const table of mended) while (rules.broken(table) > 0 && bringIn(table, bench, rules));
  const legal = mended.filter((table) => rules.broken(table) === 0);
  bench.unshift(...mended.filter((table) => rules.broken(table) > 0).flat());
  for (
    let five = legalFive(bench, rules);
    five && legal.length < tables.length;
    five = legalFive(bench, rules)
  ) {
    legal.push(five);
    for (const diner of five) bench.splice(bench.indexOf(diner), 1);
  }
  return { tables: legal, waiting: bench };
}

/** Lets the first who waits take a place where that breaks less. */
function bringIn(table: number[], bench: number[], rules: Rules): boolean {
  const broken = rules.broken(table);
  for (const [place, waiting] of bench.entries()) {
    for (const [seat, leaving] of table.entries()) {
      if (rules.broken(table.with(seat, waiting)) >= broken) continue;
      table[seat] = waiting;
      bench[place] = leaving;
      return true;
    }
  }
  return false;
}

function legalFive(bench: number[], rules: Rules): number[] | undefined {
  const some = bench.slice(0, tried);
  const extend = (table: number[], from: number): number[] | undefined => {
    if (table.length === tableSize) return table;
    for (let i = from; i < some.length; i++) {
      const more = [...table, some[i] as number];
      const whole = rules.broken(more) === 0 ? extend(more, i + 1) : undefined;
      if (whole) return whole;
    }
    return undefined;
  };
  return extend([], 0);
}
