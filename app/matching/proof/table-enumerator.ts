import { tableSize } from "#app/lib/table-size.ts";
import type { GroupOrder } from "#app/matching/rules/groups.ts";
import type { ScoreFloor } from "#app/matching/search/score-floor.ts";
import type { DinerTerms } from "#app/matching/terms/diner-terms.ts";
import { isWithin, noVenueSets, type PricedLimit, type VenueSets } from "./venue-limits.ts";

export const forbiddenScore = -(2 ** 30);

type NewMinGain = number;
type VisitTable = (kinds: Int32Array, worth: number, gain: number) => NewMinGain;

/** Three times what a hundred different diners need. */
const usualAdditions = 300_000_000;

interface EnumeratorOptions {
  venueSets?: VenueSets;
  floor?: ScoreFloor | undefined;
  /** Of the kinds. */
  terms?: DinerTerms | undefined;
  /** By kind. */
  boosts?: Int32Array | undefined;
  groups?: GroupOrder | undefined;
  maxAdditions?: number;
}

export class TableEnumerator {
  readonly #kindCount: number;
  readonly #counts: Int32Array;
  readonly #pairScores: Float64Array;
  readonly #languages: Int32Array;
  readonly #venueSets: VenueSets;
  /** By the number of diners at the table: the kinds of venues that suit them all. */
  readonly #sharedVenues: Int32Array[];
  #limits: readonly PricedLimit[] = [];
  /** By the number of others: half of what a diner of each kind scores with the best of them. */
  readonly #halfPairs: Float64Array[];
  readonly #floor: ScoreFloor | undefined;
  readonly #terms: DinerTerms | undefined;
  readonly #boosts: Int32Array | undefined;
  readonly #groups: GroupOrder | undefined;
  /** By the number of diners at the table: how many of their groups are not there yet. */
  readonly #missing = new Int32Array(tableSize + 1);
  readonly #table = new Int32Array(tableSize);
  /** By the number of diners at the table: the kinds that one more may be of, and those of them that can still gain enough. */
  readonly #choices: Int32Array[];
  readonly #kept: Int32Array[];
  /** By the number of diners at the table: what one more of each kind would gain. */
  readonly #addedGains: Float64Array[];
  readonly #noPrices: Float64Array;
  #prices: Float64Array = new Float64Array();
  #minGain = 0;
  /** What all but one of the diners still to come add at most. */
  #othersAdded = 0;
  #additionsLeft: number;
  #visit: VisitTable = () => 0;

  constructor(
    counts: Int32Array,
    pairScores: ArrayLike<number>,
    languages: Int32Array,
    {
      venueSets = noVenueSets,
      floor,
      terms,
      boosts,
      groups,
      maxAdditions = usualAdditions,
    }: EnumeratorOptions = {},
  ) {
    this.#floor = floor;
    this.#terms = terms;
    this.#boosts = boosts;
    this.#groups = groups;
    this.#additionsLeft = maxAdditions;
    this.#venueSets = venueSets;
    this.#sharedVenues = Array.from({ length: tableSize + 1 }, () =>
      new Int32Array(venueSets.wordCount).fill(-1),
    );
    const kindCount = counts.length;
    this.#kindCount = kindCount;
    this.#counts = counts;
    this.#pairScores = Float64Array.from(pairScores);
    this.#languages = languages;
    this.#halfPairs = Array.from({ length: tableSize }, (_, others) =>
      Float64Array.from({ length: kindCount }, (_, kind) => this.#sumBestPairs(kind, others) / 2),
    );
    const perSeat = <List>(create: () => List) => Array.from({ length: tableSize }, create);
    this.#choices = perSeat(() => new Int32Array(kindCount));
    this.#kept = perSeat(() => new Int32Array(kindCount));
    this.#addedGains = perSeat(() => new Float64Array(kindCount));
    this.#noPrices = new Float64Array(kindCount);
  }

  /** A table gains its worth less its prices and those of limits. Returns false if it ran out of additions. */
  visitTables(
    prices: Float64Array,
    minGain: number,
    visit: VisitTable,
    limits: readonly PricedLimit[] = [],
  ): boolean {
    this.#prices = prices;
    this.#limits = limits.filter(({ price }) => price > 0);
    this.#minGain = minGain;
    this.#visit = visit;
    const first = this.#addedGains[0] as Float64Array;
    for (let kind = 0; kind < this.#kindCount; kind++) {
      first[kind] = -(prices[kind] as number);
      (this.#choices[0] as Int32Array)[kind] = kind;
    }
    this.#extendTable(0, this.#kindCount, 0, -1);
    return this.#additionsLeft >= 0;
  }

  /** `gain` is the score less the prices of the kinds. */
  #extendTable(seated: number, choiceCount: number, gain: number, languages: number): void {
    const choices = (this.#choices[seated] as Int32Array).subarray(0, choiceCount);
    const addedGains = this.#addedGains[seated] as Float64Array;
    if (seated === tableSize - 1) {
      this.#fillLastSeat(choices, gain, languages, addedGains);
      return;
    }
    const seatsLeft = tableSize - seated;
    const maxAdded = this.#sumOfBest(choices, addedGains, this.#noPrices, seatsLeft);
    const othersAdded = this.#othersAdded;
    if (gain + maxAdded <= this.#minGain) return;
    // A table needs at least the venues that some of its diners need.
    const penalty = this.#minPenalty(seated, choices, addedGains, gain) + this.#priceOfLimits(seated);
    const missing = this.#minGain - gain + penalty;
    if (maxAdded <= missing) return;
    const kept = this.#keep(choices, addedGains, seated, missing - othersAdded);
    this.#fillNextSeat(seated, kept, gain, languages, addedGains);
  }

  #keep(choices: Int32Array, addedGains: Float64Array, seated: number, minAdded: number): Int32Array {
    const halfPairs = this.#halfPairs[tableSize - 1 - seated] as Float64Array;
    const kept = this.#kept[seated] as Int32Array;
    let count = 0;
    for (const kind of choices)
      if ((addedGains[kind] as number) + (halfPairs[kind] as number) > minAdded) kept[count++] = kind;
    return kept.subarray(0, count);
  }

  #fillNextSeat(
    seated: number,
    kept: Int32Array,
    gain: number,
    languages: number,
    addedGains: Float64Array,
  ): void {
    const nextGains = this.#addedGains[seated + 1] as Float64Array;
    const nextChoices = this.#choices[seated + 1] as Int32Array;
    for (let i = 0; i < kept.length && this.#additionsLeft >= 0; i++) {
      const kind = kept[i] as number;
      const sharedLanguages = languages & (this.#languages[kind] as number);
      if (sharedLanguages === 0 || !this.#shareVenues(seated, kind)) continue;
      if (!this.#joinsGroup(seated, kind)) continue;
      this.#table[seated] = kind;
      const row = kind * this.#kindCount;
      let count = 0;
      for (let j = this.#isUsedUp(kind, seated) ? i + 1 : i; j < kept.length; j++) {
        const other = kept[j] as number;
        const pairScore = this.#pairScores[row + other] as number;
        if (pairScore === forbiddenScore) continue;
        nextGains[other] = (addedGains[other] as number) + pairScore;
        nextChoices[count++] = other;
      }
      this.#additionsLeft -= kept.length - i;
      if (count === 0) continue;
      this.#extendTable(seated + 1, count, gain + (addedGains[kind] as number), sharedLanguages);
    }
  }

  #isUsedUp(kind: number, seat: number): boolean {
    const seatBefore = seat + 1 - (this.#counts[kind] as number);
    return seatBefore === seat || (seatBefore >= 0 && this.#table[seatBefore] === kind);
  }

  #fillLastSeat(choices: Int32Array, gain: number, languages: number, addedGains: Float64Array): void {
    for (const kind of choices) {
      const scoreGain = gain + (addedGains[kind] as number);
      if (scoreGain <= this.#minGain || (languages & (this.#languages[kind] as number)) === 0) continue;
      if (!this.#shareVenues(tableSize - 1, kind)) continue;
      if (!this.#joinsGroup(tableSize - 1, kind)) continue;
      this.#table[tableSize - 1] = kind;
      const price = this.#priceOf(tableSize);
      const bonus = this.#terms?.bonusOf(this.#table) ?? 0;
      const score = scoreGain + price - bonus;
      const worthBefore =
        (this.#floor ? this.#floor.worthOf(score, this.#isBoosted(tableSize)) : score) + bonus;
      const gainedBefore = worthBefore - price - this.#priceOfLimits(tableSize);
      if (gainedBefore <= this.#minGain) continue;
      const cost = this.#terms?.costOf(this.#table) ?? 0;
      const worth = worthBefore - cost;
      const gained = gainedBefore - cost;
      if (gained > this.#minGain) this.#minGain = this.#visit(this.#table, worth, gained);
    }
  }

  /** Whether the group of a kind can still sit together. Kinds are seated in order, so a kind that was left out comes no more. */
  #joinsGroup(seated: number, kind: number): boolean {
    const groups = this.#groups;
    if (!groups) return true;
    const before = groups.memberBefore[kind] as number;
    // Only the seats before this one are of this table.
    if (before >= 0 && !this.#table.subarray(0, seated).includes(before)) return false;
    const missing = (this.#missing[seated] as number) + (groups.missingAfter[kind] as number);
    this.#missing[seated + 1] = missing;
    return seated + 1 + missing <= tableSize;
  }

  /** Whether a venue suits those at the table and one more. */
  #shareVenues(seated: number, kind: number): boolean {
    const { masks, wordCount } = this.#venueSets;
    if (masks.length === 0) return true;
    const before = this.#sharedVenues[seated] as Int32Array;
    const after = this.#sharedVenues[seated + 1] as Int32Array;
    let some = 0;
    for (let word = 0; word < wordCount; word++) {
      after[word] = (before[word] as number) & (masks[kind * wordCount + word] as number);
      some |= after[word] as number;
    }
    return some !== 0;
  }

  #priceOfLimits(seated: number): number {
    let sum = 0;
    for (const { venues, price } of this.#limits)
      if (isWithin(this.#sharedVenues[seated] as Int32Array, venues)) sum += price;
    return sum;
  }

  #sumBestPairs(kind: number, others: number): number {
    const row = this.#pairScores.subarray(kind * this.#kindCount, (kind + 1) * this.#kindCount);
    const scores = [...row].flatMap((score, other) =>
      Array<number>(Math.min(others, this.#counts[other] as number)).fill(score),
    );
    return scores
      .sort((a, b) => b - a)
      .slice(0, others)
      .reduce((sum, score) => sum + score, 0);
  }

  #priceOf(seated: number): number {
    let price = 0;
    for (let seat = 0; seat < seated; seat++) price += this.#prices[this.#table[seat] as number] as number;
    return price;
  }

  /** A table that can't reach the floor loses at least its penalty at the highest score it can reach. */
  #minPenalty(seated: number, choices: Int32Array, addedGains: Float64Array, gain: number): number {
    if (!this.#floor) return 0;
    const score = gain + this.#priceOf(seated);
    const maxScore = score + this.#sumOfBest(choices, addedGains, this.#prices, tableSize - seated);
    return maxScore - this.#floor.worthOf(maxScore, this.#isBoosted(seated));
  }

  #isBoosted(seated: number): boolean {
    for (let seat = 0; this.#boosts && seat < seated; seat++)
      if (this.#boosts[this.#table[seat] as number]) return true;
    return false;
  }

  /** An upper bound of what the diners still to come add: pairs between them count half for each of them. */
  #sumOfBest(choices: Int32Array, addedGains: Float64Array, prices: Float64Array, seatsLeft: number): number {
    const halfPairs = this.#halfPairs[seatsLeft - 1] as Float64Array;
    let first = -Infinity;
    let second = -Infinity;
    let third = -Infinity;
    for (const kind of choices) {
      const gain = (addedGains[kind] as number) + (prices[kind] as number) + (halfPairs[kind] as number);
      for (let one = 0; one < (this.#counts[kind] as number) && gain > third; one++) {
        if (gain > first) {
          third = second;
          second = first;
          first = gain;
        } else if (gain > second) {
          third = second;
          second = gain;
        } else third = gain;
      }
    }
    this.#othersAdded = seatsLeft === 2 ? first : first + second + (seatsLeft - 3) * third;
    return seatsLeft === 2 ? first + second : first + second + (seatsLeft - 2) * third;
  }
}
