import { tableSize } from "#app/lib/table-size.ts";
import type { Diner, Venue } from "#app/matching/diner.ts";
import type { MatchInput, RelaxableRule } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";
import { buildRules } from "#app/matching/rules/build-rules.ts";
import type { Rules } from "#app/matching/rules/rules.ts";
import { Tables } from "./fill-tables.ts";

/** How many seats are tried for some pairs, and how often. */
const triedPerDiner = 300;
const mostTried = 400_000;
const maxAttempts = 24;

/** A seating in which two who wish to meet again are groups, for as many of these pairs as it can find one. */
export interface WishedSeating {
  rules: Rules;
  /** Table after table. */
  order: Int32Array;
}

type Pair = readonly [string, string];

/** Changes a legal seating for all pairs at once, and if that fails, for each half of them. */
export function seatWished(
  { together = [], wishes = [], seed }: Pick<MatchInput, "together" | "wishes" | "seed">,
  diners: readonly Diner[],
  relaxed: readonly RelaxableRule[],
  venues: readonly Venue[],
  legalOrder: Int32Array,
): WishedSeating | undefined {
  const buildWith = (pairs: readonly Pair[]) => buildRules(diners, relaxed, venues, [...together, ...pairs]);
  const random = new Random(seed);
  const maxTried = Math.min(triedPerDiner * diners.length, mostTried);
  const kept: Pair[] = [];
  let found: WishedSeating | undefined;
  let attempts = 0;
  const keep = (pairs: readonly Pair[]): void => {
    if (pairs.length === 0 || attempts >= maxAttempts) return;
    attempts++;
    const rules = buildWith([...kept, ...pairs]);
    const tables = new Tables(rules, found?.order ?? legalOrder, diners.length / tableSize, random);
    if (tables.repair(maxTried)) {
      kept.push(...pairs);
      found = { rules, order: tables.dinerAt };
    } else if (pairs.length > 1) {
      const half = Math.ceil(pairs.length / 2);
      keep(pairs.slice(0, half));
      keep(pairs.slice(half));
    }
  };
  keep(pickPairs(wishes, together, diners, buildWith([])));
  return found;
}

/** Of each diner one wish at most, of those whom no group or rule keeps apart. */
function pickPairs(
  wishes: readonly (readonly [string, string])[],
  together: readonly (readonly string[])[],
  diners: readonly Diner[],
  rules: Rules,
): Pair[] {
  const indexes = new Map(diners.map(({ id }, i) => [id, i]));
  const taken = new Set(together.flat());
  return wishes.filter(([one, other]) => {
    const [a, b] = [indexes.get(one), indexes.get(other)];
    if (a === undefined || b === undefined || a === b || taken.has(one) || taken.has(other)) return false;
    if (!rules.maySitTogether(a, b)) return false;
    taken.add(one).add(other);
    return true;
  });
}
