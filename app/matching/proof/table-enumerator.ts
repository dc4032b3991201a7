import { tableSize } from "#app/lib/table-size.ts";
import type { ScoreFloor } from "#app/matching/search/score-floor.ts";
import type { DinerTerms } from "#app/matching/terms/diner-terms.ts";
import { floorPrice } from "./linear-program.ts";
import { QuartetSearch } from "./quartet-search.ts";
import { TableLegality } from "./table-legality.ts";
import { noVenueSets, type PricedLimit, type VenueSets } from "./venue-limits.ts";
import { listSegments, type WorthSegment } from "./worth-segments.ts";

export const forbiddenScore = -(2 ** 30);

type NewMinGain = number;
/** The new least gain holds for the other tables with the same fixed kind that are visited after it. */
type VisitTable = (kinds: Int32Array, worth: number, gain: number, fixed: number) => NewMinGain;

/** Some seven seconds, and half as much again as two hundred different diners need. */
const usualSteps = 2_000_000_000;
const pairsOfFour = 6;

interface EnumeratorOptions {
  venueSets?: VenueSets;
  floor?: ScoreFloor | undefined;
  /** Of the kinds. */
  terms?: DinerTerms | undefined;
  /** By kind. */
  boosts?: Int32Array | undefined;
  /** By kind, all who sit at one table with it. */
  groups?: readonly (readonly number[])[] | undefined;
  maxSteps?: number;
}

/**
 * Fixes one kind after the other, without those fixed before, and splits what a table with it gains over the six pairs of the other
 * four: all of each pair, and of what each of the four adds alone a third to each of their three pairs.
 */
export class TableEnumerator {
  /** For the search: of the table with the places it looks at. */
  minGain = 0;
  readonly #kindCount: number;
  readonly #counts: Int32Array;
  /** Of pairs, with what their wishes add, and this alone. */
  readonly #scores: Float64Array;
  readonly #bonuses: Float64Array;
  readonly #legality: TableLegality;
  readonly #floor: ScoreFloor | undefined;
  readonly #terms: DinerTerms | undefined;
  readonly #boosts: Int32Array | undefined;
  readonly #groups: readonly (readonly number[])[] | undefined;
  readonly #segments: readonly WorthSegment[];
  readonly #boostedSegments: readonly WorthSegment[];
  readonly #search: QuartetSearch;
  /** The kinds that may sit with the fixed one. */
  readonly #kinds: Int32Array;
  readonly #table = new Int32Array(tableSize);
  readonly #sortedTable = new Int32Array(tableSize);
  #givenPrices: Float64Array = new Float64Array();
  /** As given, but the same for all of a group. */
  #prices: Float64Array = new Float64Array();
  #limits: readonly PricedLimit[] = [];
  #isBoosted = false;
  #visit: VisitTable = () => 0;

  constructor(
    counts: Int32Array,
    pairScores: ArrayLike<number>,
    languages: Int32Array,
    { venueSets = noVenueSets, floor, terms, boosts, groups, maxSteps = usualSteps }: EnumeratorOptions = {},
  ) {
    const kindCount = counts.length;
    this.#kindCount = kindCount;
    this.#counts = counts;
    this.#legality = new TableLegality(languages, venueSets, groups);
    this.#floor = floor;
    this.#terms = terms;
    this.#boosts = boosts;
    this.#groups = groups;
    this.#scores = Float64Array.from(pairScores);
    this.#bonuses = Float64Array.from(
      pairScores,
      (_, i) => terms?.bonusOfPair(Math.floor(i / kindCount), i % kindCount) ?? 0,
    );
    this.#segments = listSegments(floor, false);
    this.#boostedSegments = listSegments(floor, true);
    this.#search = new QuartetSearch(kindCount, maxSteps);
    this.#kinds = new Int32Array(kindCount);
  }

  /** A table gains its worth less its prices and those of limits. Returns false if it ran out of steps. */
  visitTables(
    prices: Float64Array,
    minGain: number,
    visit: VisitTable,
    limits: readonly PricedLimit[] = [],
  ): boolean {
    this.#givenPrices = prices;
    this.#prices = this.#shareInGroups(prices);
    this.#limits = limits.filter(({ price }) => price > 0);
    this.#visit = visit;
    const byPrice = Int32Array.from({ length: this.#kindCount }, (_, kind) => kind);
    byPrice.sort(
      (one, other) => (this.#prices[one] as number) - (this.#prices[other] as number) || one - other,
    );
    // With the boosted ones first, nobody is boosted where the fixed one is not.
    const isBoosted = (kind: number) => Boolean(this.#boosts?.[kind]);
    const order = [...byPrice].sort((one, other) => Number(isBoosted(other)) - Number(isBoosted(one)));
    const isDone = new Uint8Array(this.#kindCount);
    for (const kind of order) {
      this.minGain = minGain;
      this.#isBoosted = isBoosted(kind);
      this.#choose(kind, byPrice, isDone);
      for (const segment of this.#isBoosted ? this.#boostedSegments : this.#segments)
        this.#listWith(kind, segment, minGain);
      isDone[kind] = 1;
    }
    return this.#search.stepsLeft >= 0;
  }

  /**
   * A table has all of a group or nobody, so only the sum of their prices matters, and each pays as near to the others as can be.
   * Rounded down, the shares only let more tables be looked at, which then pay the prices as given.
   */
  #shareInGroups(prices: Float64Array): Float64Array {
    const groups = this.#groups;
    if (!groups) return prices;
    return prices.map((price, kind) => {
      const group = groups[kind] as readonly number[];
      return group.length === 1
        ? price
        : floorPrice(group.reduce((sum, member) => sum + (prices[member] as number), 0) / group.length);
    });
  }

  #choose(fixed: number, byPrice: Int32Array, isDone: Uint8Array): void {
    const choices = this.#search.choices;
    this.#table[0] = fixed;
    choices.count = 0;
    for (const kind of byPrice) {
      const count = (this.#counts[kind] as number) - (kind === fixed ? 1 : 0);
      if (isDone[kind] || count === 0) continue;
      if (this.#scores[fixed * this.#kindCount + kind] === forbiddenScore) continue;
      if (!this.#legality.shareLanguage(fixed, kind)) continue;
      choices.prices[choices.count] = this.#prices[kind] as number;
      choices.counts[choices.count] = count;
      this.#kinds[choices.count++] = kind;
    }
  }

  #listWith(fixed: number, { from, below, slope, base }: WorthSegment, minGain: number): void {
    const { count, gains, prices } = this.#search.choices;
    if (count === 0) return;
    const price = this.#prices[fixed] as number;
    const range = { from: from - minGain - price, below: below - minGain - price };
    const others = tableSize - 1;
    if (others * (prices[0] as number) >= range.below) return;
    if (others * (prices[count - 1] as number) < range.from) return;
    const kinds = this.#kinds;
    const row = fixed * this.#kindCount;
    // Each of the four is in three pairs.
    const own = Float64Array.from({ length: count }, (_, place) => {
      const pair = row + (kinds[place] as number);
      const score = this.#scores[pair] as number;
      const bonus = this.#bonuses[pair] as number;
      return 2 * (slope * (score - bonus) + bonus - (prices[place] as number));
    });
    for (let one = 0; one < count; one++) {
      const rowOfOne = (kinds[one] as number) * this.#kindCount;
      const ofOne = base - price + (own[one] as number);
      for (let other = 0; other <= one; other++) {
        const pair = rowOfOne + (kinds[other] as number);
        const score = this.#scores[pair] as number;
        const bonus = this.#bonuses[pair] as number;
        const gain =
          score === forbiddenScore
            ? -Infinity
            : pairsOfFour * (slope * (score - bonus) + bonus) + ofOne + (own[other] as number);
        gains[one * count + other] = gain;
        gains[other * count + one] = gain;
      }
    }
    this.#search.run(range, this);
  }

  /** For the search. */
  costOf(one: number, other: number): number {
    this.#table[1] = this.#kinds[one] as number;
    this.#table[2] = this.#kinds[other] as number;
    const table = this.#table;
    if (!this.#legality.mayStay(table, 3)) return Infinity;
    return (this.#terms?.costOfWidth(table, 3) ?? 0) + this.#legality.priceOfLimits(table, 3, this.#limits);
  }

  /** For the search. */
  visit(...places: [number, number, number, number]): void {
    for (let i = 0; i < places.length; i++) this.#table[i + 1] = this.#kinds[places[i] as number] as number;
    if (!this.#legality.mayStay(this.#table, tableSize)) return;
    let price = this.#legality.priceOfLimits(this.#table, tableSize, this.#limits);
    let score = 0;
    for (let i = 0; i < tableSize; i++) {
      const kind = this.#table[i] as number;
      price += this.#givenPrices[kind] as number;
      for (let j = 0; j < i; j++)
        score += this.#scores[kind * this.#kindCount + (this.#table[j] as number)] as number;
    }
    const bonus = this.#terms?.bonusOf(this.#table) ?? 0;
    score -= bonus;
    const worthBefore = (this.#floor ? this.#floor.worthOf(score, this.#isBoosted) : score) + bonus;
    if (worthBefore - price <= this.minGain) return;
    const worth = worthBefore - (this.#terms?.costOf(this.#table) ?? 0);
    if (worth - price <= this.minGain) return;
    this.#sortedTable.set(this.#table);
    this.minGain = this.#visit(this.#sortedTable.sort(), worth, worth - price, this.#table[0] as number);
  }
}
