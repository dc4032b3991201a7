import { tableSize } from "#app/lib/table-size.ts";
import type { Rules } from "#app/matching/rules/rules.ts";
import { chooseAmongFew, maxFew } from "./choose-among-few.ts";
import { chooseAmongMany, maxRepeatedDiners, type Search } from "./choose-among-many.ts";
import { canFormGroup } from "./legal-groups.ts";
import { boundTableCount, countTablesOfComponents, maxBoundedDiners } from "./table-count-bound.ts";
import { boundFullTables, takeFirst } from "./venue-room.ts";

export interface Choice {
  /** A legal seating; diners are numbers in the order in which they are seated. */
  tables: number[][];
  /** Those who are in no legal group of five. */
  unseatable: number[];
  /** As many tables as diners and venues would allow without rules between diners, for those who are in a legal group. */
  wantedTables: number;
  /** No seating has more tables. */
  maxTables: number;
}

/**
 * As many as possible are seated; of equally many, those who come first. Proven up to twenty diners. `start` has tables
 * that were found by other rules.
 */
export function chooseDiners(
  rules: Rules,
  dinerCount: number,
  venueTables: number,
  seed: number,
  start: readonly number[][] = [],
): Choice {
  const everyone = [...Array(dinerCount).keys()];
  // Fewer than five are left over, whatever the rules.
  const mayBeApart = rules.hasAny && dinerCount >= tableSize;
  const seatable = mayBeApart ? everyone.filter((diner) => canFormGroup(diner, everyone, rules)) : everyone;
  const isSeatable = new Set(seatable);
  const unseatable = everyone.filter((diner) => !isSeatable.has(diner));
  const { first, others } = takeFirst(rules, seatable, venueTables);
  const chosen = chooseTables(rules, seatable, { first, others, seed, start });
  return { ...chosen, unseatable, wantedTables: first.length / tableSize };
}

function chooseTables(rules: Rules, seatable: number[], search: Omit<Search, "mostTables">) {
  const wantedTables = search.first.length / tableSize;
  const isSmall = rules.hasAny && seatable.length <= maxRepeatedDiners;
  const mostTables = isSmall
    ? Math.min(boundFullTables(rules, seatable, wantedTables), countTablesOfComponents(rules, seatable))
    : wantedTables;
  const found = chooseAmongMany(rules, seatable, { ...search, mostTables });
  if (found.isFirstChoice) return { tables: found.tables, maxTables: wantedTables };
  if (seatable.length <= maxFew) {
    const tables = chooseAmongFew(rules, seatable, mostTables);
    return { tables, maxTables: tables.length };
  }
  const isBounded = found.tables.length < mostTables && seatable.length <= maxBoundedDiners;
  const maxTables = isBounded
    ? Math.min(mostTables, boundTableCount(rules, seatable, found.tables.length))
    : mostTables;
  return { tables: found.tables, maxTables };
}
