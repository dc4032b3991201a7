import { tableSize } from "#app/lib/table-size.ts";
import type { Rules } from "#app/matching/rules/rules.ts";
import { partnersPerDiner } from "./board.ts";

/** Returns the diners table after table; those without four free partners come last and may break rules. */
export function buildFirstSeating(dinerCount: number, partners: Int32Array, rules: Rules): Int32Array {
  const order = new Int32Array(dinerCount);
  const isSeated = new Uint8Array(dinerCount);
  let nextSeat = 0;
  for (let diner = 0; diner < dinerCount; diner++) {
    if (isSeated[diner]) continue;
    const groupOf = (member: number) => rules.groups?.of(member) ?? [member];
    const table = [...groupOf(diner)];
    if (rules.countViolations(table) > 0) continue;
    for (let k = 0; k < partnersPerDiner && table.length < tableSize; k++) {
      const partner = partners[diner * partnersPerDiner + k] as number;
      if (isSeated[partner] || table.includes(partner)) continue;
      const joined = [...table, ...groupOf(partner)];
      if (joined.length <= tableSize && rules.countViolations(joined) === 0) table.push(...groupOf(partner));
    }
    if (table.length < tableSize) continue;
    for (const member of table) {
      isSeated[member] = 1;
      order[nextSeat++] = member;
    }
  }
  const unseated = [...isSeated.keys()].filter((diner) => !isSeated[diner]);
  order.set(
    unseated.sort((a, b) => rules.compareLanguages(a, b) || a - b),
    nextSeat,
  );
  return order;
}
