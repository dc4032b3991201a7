import { tableSize } from "#app/lib/table-size.ts";
import type { Rules } from "#app/matching/rules/rules.ts";
import { listed } from "./board.ts";

/**
 * A first seating, table after table: each diner in turn takes the best four of their list who are free and may
 * join. Who finds no four sits with the others who found none, those of a language together.
 */
export function fill(count: number, partners: Int32Array, rules: Rules): Int32Array {
  const order = new Int32Array(count);
  const isSeated = new Uint8Array(count);
  let next = 0;
  for (let diner = 0; diner < count; diner++) {
    if (isSeated[diner]) continue;
    const table = [diner];
    for (let k = 0; k < listed && table.length < tableSize; k++) {
      const partner = partners[diner * listed + k] as number;
      if (isSeated[partner] || table.includes(partner)) continue;
      if (rules.broken([...table, partner]) === 0) table.push(partner);
    }
    if (table.length < tableSize) continue;
    for (const member of table) {
      isSeated[member] = 1;
      order[next++] = member;
    }
  }
  const rest = [...isSeated.keys()].filter((diner) => !isSeated[diner]);
  order.set(
    rest.sort((a, b) => rules.compareLanguages(a, b) || a - b),
    next,
  );
  return order;
}
