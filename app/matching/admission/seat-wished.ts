import { tableSize } from "#app/lib/table-size.ts";
import type { Diner, Venue } from "#app/matching/diner.ts";
import type { MatchInput, RelaxableRule } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";
import { buildRules } from "#app/matching/rules/build-rules.ts";
import type { Rules } from "#app/matching/rules/rules.ts";
import { Tables } from "./fill-tables.ts";

/** How many seats a search tries, for all pairs and for some that were given up. */
const triedForAll = { perDiner: 2_000, most: 6_000_000 };
const triedForSome = { perDiner: 400, most: 300_000 };
const rounds = 3;
const maxTriedAgain = 30;

/** A seating that treats two diners who wish to meet again as a group, for as many of these pairs as the search can. */
export interface WishedSeating {
  rules: Rules;
  /** Table after table. */
  order: Int32Array;
}

type Pair = readonly [string, string];

export function seatWished(
  { together = [], wishes = [], seed }: Pick<MatchInput, "together" | "wishes" | "seed">,
  diners: readonly Diner[],
  relaxed: readonly RelaxableRule[],
  venues: readonly Venue[],
  legalOrder: Int32Array,
): WishedSeating | undefined {
  const random = new Random(seed);
  const seat = (pairs: readonly Pair[], order: Int32Array, { perDiner, most }: typeof triedForAll) => {
    const rules = buildRules(diners, relaxed, venues, [...together, ...pairs]);
    const tables = new Tables(rules, order, diners.length / tableSize, random);
    return { rules, tables, isLegal: tables.repair(Math.min(perDiner * diners.length, most)) };
  };
  const all = pickPairs(wishes, together, diners, buildRules(diners, relaxed, venues, together));
  let pairs = all;
  let order = legalOrder;
  let found: WishedSeating | undefined;
  for (let round = 0; round < rounds && pairs.length > 0 && !found; round++) {
    const { rules, tables, isLegal } = seat(pairs, order, triedForAll);
    order = tables.dinerAt;
    if (isLegal) found = { rules, order };
    else {
      const legal = new Set(tables.legalTables.flat().map((diner) => diners[diner]?.id));
      pairs = pairs.filter((pair) => pair.every((id) => legal.has(id)));
    }
  }
  if (!found) pairs = [];
  const dropped = all.filter((pair) => !pairs.includes(pair));
  const size = Math.ceil(dropped.length / maxTriedAgain);
  for (let i = 0; i < dropped.length; i += size) {
    const more = [...pairs, ...dropped.slice(i, i + size)];
    const { rules, tables, isLegal } = seat(more, found?.order ?? legalOrder, triedForSome);
    if (!isLegal) continue;
    pairs = more;
    found = { rules, order: tables.dinerAt };
  }
  return found;
}

/** Picks at most one wish of each diner, and only wishes that no group or rule prevents. */
function pickPairs(
  wishes: readonly (readonly [string, string])[],
  together: readonly (readonly string[])[],
  diners: readonly Diner[],
  rules: Rules,
): Pair[] {
  const indexes = new Map(diners.map(({ id }, i) => [id, i]));
  const taken = new Set(together.flat());
  const sorted = wishes
    .flatMap((pair) => {
      const [one, other] = pair.map((id) => indexes.get(id) ?? -1).sort((a, b) => a - b) as [number, number];
      return one >= 0 && one !== other ? [{ one, other }] : [];
    })
    .sort((a, b) => a.one - b.one || a.other - b.other);
  return sorted.flatMap(({ one, other }): Pair[] => {
    const pair: Pair = [(diners[one] as Diner).id, (diners[other] as Diner).id];
    if (pair.some((id) => taken.has(id)) || !rules.maySitTogether(one, other)) return [];
    for (const id of pair) taken.add(id);
    return [pair];
  });
}
