import { tableSize } from "#app/lib/table-size.ts";
import { Random } from "#app/matching/random.ts";
import type { Rules } from "#app/matching/rules/rules.ts";
import { FewTables, maxFew } from "./few.ts";
import { Tables } from "./fill-tables.ts";
import { listSeatable } from "./legal-groups.ts";
import { planTables, takeFirst } from "./seats.ts";

/** How many seats a search tries, for the first diners and for everybody, and how often it starts again. */
const triedForFirst = { perDiner: 4_000, most: 1_000_000 };
const triedForAll = { perDiner: 12_000, most: 3_000_000 };
/** Added to both for each diner, even beyond `most`. */
const triedPerDiner = 400;
const attempts = 2;

export interface Choice {
  /** A legal seating of diners, who are numbered in their order of priority. */
  tables: number[][];
  /** The diners who are in no legal group of five. */
  unseatable: number[];
  /** How many tables the diners in a legal group could fill at the venues if there were no rules between diners. */
  wantedTables: number;
  /** No seating has more tables. */
  maxTables: number;
}

/** Seats as many diners as possible; among equally many, those who come first. Exact up to twenty diners. */
export function chooseDiners(rules: Rules, dinerCount: number, venueTables: number, seed: number): Choice {
  const everyone = [...Array(dinerCount).keys()];
  // Fewer than five are left over, whatever the rules say.
  const mayBeApart = rules.hasAny && dinerCount >= tableSize;
  const seatable = mayBeApart ? listSeatable(everyone, rules) : everyone;
  const isSeatable = new Set(seatable);
  const unseatable = everyone.filter((diner) => !isSeatable.has(diner));
  const { first, others } = takeFirst(rules, seatable, venueTables);
  const wantedTables = first.length / tableSize;
  const exact =
    seatable.length <= maxFew && rules.hasAny
      ? new FewTables(rules, seatable).chooseFirst(wantedTables)
      : undefined;
  const chosen = exact
    ? { tables: exact, maxTables: exact.length }
    : searchTables(rules, seatable, first, others, seed);
  return { ...chosen, unseatable, wantedTables };
}

/** Seats the first diners if possible, and otherwise fills as many tables as possible from everybody. */
function searchTables(
  rules: Rules,
  diners: readonly number[],
  first: number[],
  others: number[],
  seed: number,
) {
  const random = new Random(seed);
  const wantedTables = first.length / tableSize;
  const countTries = ({ perDiner, most }: typeof triedForAll) =>
    Math.min(perDiner * diners.length, most) + triedPerDiner * diners.length;
  const ofFirst = new Tables(rules, first, wantedTables, random);
  if (ofFirst.repair(countTries(triedForFirst)))
    return { tables: ofFirst.legalTables, maxTables: wantedTables };
  const plan = planTables(rules, diners, wantedTables);
  const { maxTables } = plan;
  let best: Tables | undefined;
  for (let i = 0; i < attempts && (best?.count ?? 0) < maxTables; i++) {
    // Planning the tables helps if venues have just enough of them, and not otherwise, so every second attempt has a plan.
    const tables = new Tables(
      rules,
      [...first, ...others],
      maxTables,
      random,
      i % 2 === 1 ? plan : undefined,
    );
    while (!tables.repair(countTries(triedForAll)) && tables.count > (best?.count ?? 0) + 1)
      tables.dropTable();
    if (tables.isLegal && tables.count > (best?.count ?? 0)) best = tables;
  }
  best?.preferFirst(diners);
  return { tables: best?.legalTables ?? [], maxTables };
}
