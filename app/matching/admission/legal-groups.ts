import { tableSize } from "#app/lib/table-size.ts";
import type { Rules } from "#app/matching/rules/rules.ts";

/** Bounds the search for four others who may sit with one diner. */
const maxSteps = 20_000;

/** Whether a legal group of five can be made of this diner and the candidates; true where the search is too long. */
export function canFormGroup(diner: number, candidates: readonly number[], rules: Rules): boolean {
  let stepsLeft = maxSteps;
  const extend = (group: number[], from: readonly number[]): boolean => {
    if (group.length === tableSize) return true;
    const needed = tableSize - group.length;
    for (let i = 0; i + needed <= from.length; i++) {
      const longer = [...group, from[i] as number];
      if (stepsLeft-- < 0) return true;
      if (rules.countViolations(longer) > 0) continue;
      const rest = from.slice(i + 1).filter((other) => rules.maySitTogether(longer.at(-1) as number, other));
      if (extend(longer, rest)) return true;
    }
    return false;
  };
  return extend(
    [diner],
    candidates.filter((other) => other !== diner && rules.maySitTogether(diner, other)),
  );
}
