import { tableSize } from "#app/lib/table-size.ts";
import { Random } from "#app/matching/random.ts";
import type { Rules } from "#app/matching/rules.ts";
import { FewTables, maxFew } from "./few.ts";
import { Tables } from "./fill-tables.ts";
import { planTables, takeFirst } from "./seats.ts";

/** How many seats a search tries, for the first diners and for everybody, and how often it starts again. */
const triedForFirst = { perDiner: 4_000, most: 1_000_000 };
const triedForAll = { perDiner: 12_000, most: 3_000_000 };
/** Added to both for each diner, even beyond `most`. */
const triedPerDiner = 400;
const attempts = 2;
/** The search for a full house takes this part of an attempt's tries, and after each dropped table this part of the rest. */
const shareOfRest = 1 / 3;

export interface Choice {
  /** A legal seating of diners, who are numbered in their order of priority. */
  tables: number[][];
  /** The diners who are in no legal group of five. */
  unseatable: number[];
  /** How many tables the diners in a legal group could fill at the venues if there were no rules between diners. */
  wantedTables: number;
  /** No seating has more tables. */
  maxTables: number;
  /** How many seats the search tried. */
  tried: number;
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
    ? { tables: exact, maxTables: exact.length, tried: 0 }
    : searchTables(rules, seatable, first, others, seed);
  return { ...chosen, unseatable, wantedTables };
}

/** Seats all of these diners, if the search can. */
export function seatAll(rules: Rules, dinerCount: number, seed: number): number[][] | undefined {
  const everyone = [...Array(dinerCount).keys()];
  const count = dinerCount / tableSize;
  if (dinerCount <= maxFew) {
    const exact = new FewTables(rules, everyone).chooseFirst(count);
    return exact?.length === count ? exact : undefined;
  }
  const tables = Tables.fill(rules, everyone, count, new Random(seed));
  return tables.repair(countTries(triedForFirst, dinerCount)) ? tables.legalTables : undefined;
}

const countTries = ({ perDiner, most }: typeof triedForAll, dinerCount: number) =>
  Math.min(perDiner * dinerCount, most) + triedPerDiner * dinerCount;

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
  const ofFirst = Tables.fill(rules, first, wantedTables, random);
  if (ofFirst.repair(countTries(triedForFirst, diners.length)))
    return { tables: ofFirst.legalTables, maxTables: wantedTables, tried: ofFirst.tried };
  const plan = planTables(rules, diners, wantedTables);
  const { maxTables } = plan;
  let best: number[][] = [];
  let tried = ofFirst.tried;
  for (let i = 0; i < attempts && best.length < maxTables; i++) {
    // Planning the tables helps if venues have just enough of them, and not otherwise, so every second attempt has a plan.
    const tables = Tables.fill(
      rules,
      [...first, ...others],
      maxTables,
      random,
      i % 2 === 1 ? plan : undefined,
    );
    best = fillMost(tables, best, countTries(triedForAll, diners.length) / shareOfRest);
    tried += tables.tried;
  }
  const isSeated = new Set(best.flat());
  const order = Int32Array.from([...isSeated, ...diners.filter((diner) => !isSeated.has(diner))]);
  const tables = Tables.seat(rules, order, best.length, random);
  tables.preferFirst(diners);
  return { tables: tables.legalTables, maxTables, tried };
}

/** Drops tables until all are legal, or until no more are left than were legal at some time. */
function fillMost(tables: Tables, before: number[][], maxTried: number): number[][] {
  let best = before;
  const keepBest = () => {
    const { legalTables } = tables;
    if (legalTables.length > best.length) best = legalTables;
  };
  for (keepBest(); best.length < tables.count; tables.dropTable()) {
    tables.repair(shareOfRest * (maxTried - tables.tried));
    keepBest();
    if (best.length === tables.count) break;
  }
  return best;
}

/** Limits the search for four others who may sit with one diner; a step looks at one candidate. */
const maxSteps = 200_000;

/** Lists who is in a legal group of five; also everybody for whom the search takes too long. */
function listSeatable(diners: readonly number[], rules: Rules): number[] {
  const isSeatable = new Set<number>();
  for (const diner of diners)
    if (!isSeatable.has(diner)) for (const member of findGroup(diner, diners, rules)) isSeatable.add(member);
  return diners.filter((diner) => isSeatable.has(diner));
}

/** Returns nobody if there is no legal group, and only the diner if the search takes too long. */
function findGroup(diner: number, candidates: readonly number[], rules: Rules): readonly number[] {
  const groupOf = (one: number) => rules.groups?.of(one) ?? [one];
  let stepsLeft = maxSteps;
  const extend = (table: readonly number[], from: number): readonly number[] | undefined => {
    if (table.length === tableSize) return table;
    for (let i = from; i < candidates.length; i++) {
      if (stepsLeft-- <= 0) return [diner];
      const other = candidates[i] as number;
      if (table.includes(other) || !rules.maySitTogether(diner, other)) continue;
      const longer = [...table, ...groupOf(other)];
      const isPossible = longer.length <= tableSize && rules.countViolations(longer) === 0;
      const found = isPossible ? extend(longer, i + 1) : undefined;
      if (found) return found;
    }
    return undefined;
  };
  return extend(groupOf(diner), 0) ?? [];
}
