import { seats } from "../diner.ts";

export const apart = -(2 ** 30);

type Visit = (table: Int32Array, score: number, gain: number) => number;

/** Every table of five there could be, of those whose score is above what its diners' prices add up to. */
export class Pricing {
  readonly #count: number;
  readonly #pairs: Float64Array;
  readonly #languages: Int32Array;
  readonly #highest: number;
  readonly #table = new Int32Array(seats);
  /** For each number of diners already at the table: what every other one would add to it. */
  readonly #gains: Float64Array[];
  #prices: Float64Array = new Float64Array();
  #above = 0;
  #visit: Visit = () => 0;

  /** Pairs that must not sit together score `apart`. */
  constructor(count: number, pairs: ArrayLike<number>, languages: Int32Array) {
    this.#count = count;
    this.#pairs = Float64Array.from(pairs);
    this.#languages = languages;
    this.#highest = this.#pairs.reduce((most, pair) => Math.max(most, pair), apart);
    this.#gains = Array.from({ length: seats }, () => new Float64Array(count));
  }

  /** Visits every legal table that gains more than `above`, which each visit may raise. */
  search(prices: Float64Array, above: number, visit: Visit): void {
    this.#prices = prices;
    this.#above = above;
    this.#visit = visit;
    const first = this.#gains[0] as Float64Array;
    for (let i = 0; i < this.#count; i++) first[i] = -(prices[i] as number);
    this.#extend(0, 0, 0, -1);
  }

  #extend(taken: number, from: number, gain: number, languages: number): void {
    const left = seats - taken;
    const gains = this.#gains[taken] as Float64Array;
    if (left === 1) this.#finish(from, gain, languages, gains);
    else if (gain + this.#most(gains, from, left) > this.#above)
      this.#try(taken, from, gain, languages, gains);
  }

  #try(taken: number, from: number, gain: number, languages: number, gains: Float64Array): void {
    const next = this.#gains[taken + 1] as Float64Array;
    for (let diner = from; diner <= this.#count - (seats - taken); diner++) {
      const shared = languages & (this.#languages[diner] as number);
      const added = gains[diner] as number;
      if (shared === 0 || added < apart / 2) continue;
      const row = diner * this.#count;
      for (let i = diner + 1; i < this.#count; i++) {
        next[i] = (gains[i] as number) + (this.#pairs[row + i] as number);
      }
      this.#table[taken] = diner;
      this.#extend(taken + 1, diner + 1, gain + added, shared);
    }
  }

  #finish(from: number, gain: number, languages: number, gains: Float64Array): void {
    for (let diner = from; diner < this.#count; diner++) {
      const whole = gain + (gains[diner] as number);
      if (whole <= this.#above || (languages & (this.#languages[diner] as number)) === 0) continue;
      this.#table[seats - 1] = diner;
      let score = whole;
      for (const member of this.#table) score += this.#prices[member] as number;
      this.#above = this.#visit(this.#table, score, whole);
    }
  }

  /** At most this much could the best of those left add, one by one, and with one another. */
  #most(gains: Float64Array, from: number, left: number): number {
    let first = -Infinity;
    let second = -Infinity;
    let third = -Infinity;
    for (let i = from; i < this.#count; i++) {
      const gain = gains[i] as number;
      if (gain <= third) continue;
      if (gain > first) {
        third = second;
        second = first;
        first = gain;
      } else if (gain > second) {
        third = second;
        second = gain;
      } else third = gain;
    }
    const among = ((left * (left - 1)) / 2) * this.#highest;
    if (left === 2) return first + second + among;
    return first + second + (left - 2) * third + (left > 3 ? (left - 3) * (first - third) : 0) + among;
  }
}
