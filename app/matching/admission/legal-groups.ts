import { tableSize } from "#app/lib/table-size.ts";
import type { Rules } from "#app/matching/rules.ts";

/** Limits the search for four others who may sit with one diner; a step looks at one candidate. */
const maxSteps = 200_000;

/** Lists who is in a legal group of five; also everybody for whom the search takes too long. */
export function listSeatable(diners: readonly number[], rules: Rules): number[] {
  const isSeatable = new Set<number>();
  for (const diner of diners) {
    if (isSeatable.has(diner)) continue;
    const group = findGroupGreedily(diner, diners, rules);
    for (const member of group ?? []) isSeatable.add(member);
    if (!group && canFormGroup(diner, diners, rules)) isSeatable.add(diner);
  }
  return diners.filter((diner) => isSeatable.has(diner));
}

function canFormGroup(diner: number, candidates: readonly number[], rules: Rules): boolean {
  let stepsLeft = maxSteps;
  const extend = (group: number[], from: readonly number[]): boolean => {
    if (group.length === tableSize) return true;
    const needed = tableSize - group.length;
    for (let i = 0; i + needed <= from.length; i++) {
      stepsLeft -= from.length - i;
      if (stepsLeft < 0) return true;
      const other = from[i] as number;
      const longer = [...group, other];
      if (rules.countViolations(longer) > 0) continue;
      if (
        extend(
          longer,
          from.slice(i + 1).filter((each) => rules.maySitTogether(other, each)),
        )
      )
        return true;
    }
    return false;
  };
  return extend(
    [diner],
    candidates.filter((other) => other !== diner && rules.maySitTogether(diner, other)),
  );
}

function findGroupGreedily(diner: number, candidates: readonly number[], rules: Rules): number[] | undefined {
  const group = [diner];
  for (const other of candidates) {
    if (other === diner || !rules.maySitTogether(diner, other)) continue;
    group.push(other);
    if (rules.countViolations(group) > 0) group.pop();
    else if (group.length === tableSize) return group;
  }
  return undefined;
}
