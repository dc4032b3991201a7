import { tableSize } from "#app/lib/table-size.ts";

export const apart = -(2 ** 30);

type Visit = (table: Int32Array, score: number, gain: number) => number;

/** Of all searches of a night together, in sums of two numbers: three times what a hundred diners with nothing in common need. */
const mostSums = 300_000_000;

/** Every table of five there could be, named by kinds of diners, of those whose score is above what their prices add up to. */
export class Pricing {
  readonly #count: number;
  readonly #many: Int32Array;
  readonly #pairs: Float64Array;
  readonly #languages: Int32Array;
  /** What a kind has at most in common with another. */
  readonly #highest: Float64Array;
  readonly #table = new Int32Array(tableSize);
  /** For each number of diners already at the table: what one more of each kind would add to it. */
  readonly #gains: Float64Array[];
  #prices: Float64Array = new Float64Array();
  #above = 0;
  #left = mostSums;
  #visit: Visit = () => 0;

  /** How many there are of each kind, and what they speak. Pairs that must not sit together score `apart`. */
  constructor(many: Int32Array, pairs: ArrayLike<number>, languages: Int32Array) {
    const count = many.length;
    this.#count = count;
    this.#many = many;
    this.#pairs = Float64Array.from(pairs);
    this.#languages = languages;
    this.#highest = Float64Array.from({ length: count }, (_, kind) =>
      Math.max(...this.#pairs.subarray(kind * count, (kind + 1) * count)),
    );
    this.#gains = Array.from({ length: tableSize }, () => new Float64Array(count));
  }

  /**
   * Visits every legal table that gains more than `above`, which each visit may raise. Answers whether it came to its end;
   * searches that take too long together do not.
   */
  search(prices: Float64Array, above: number, visit: Visit): boolean {
    this.#prices = prices;
    this.#above = above;
    this.#visit = visit;
    const first = this.#gains[0] as Float64Array;
    for (let i = 0; i < this.#count; i++) first[i] = -(prices[i] as number);
    this.#extend(0, 0, 0, -1);
    return this.#left >= 0;
  }

  /** A table goes on from a kind: with more of it, while there are, or with those that come after. */
  #extend(taken: number, from: number, gain: number, languages: number): void {
    const left = tableSize - taken;
    const gains = this.#gains[taken] as Float64Array;
    if (left === 1) this.#finish(from, gain, languages, gains);
    else if (gain + this.#most(gains, from, left) > this.#above)
      this.#try(taken, from, gain, languages, gains);
  }

  #try(taken: number, from: number, gain: number, languages: number, gains: Float64Array): void {
    const next = this.#gains[taken + 1] as Float64Array;
    for (let kind = from; kind < this.#count && this.#left >= 0; kind++) {
      const shared = languages & (this.#languages[kind] as number);
      const added = gains[kind] as number;
      if (shared === 0 || added < apart / 2) continue;
      const row = kind * this.#count;
      this.#left -= this.#count - kind;
      for (let i = kind; i < this.#count; i++)
        next[i] = (gains[i] as number) + (this.#pairs[row + i] as number);
      this.#table[taken] = kind;
      this.#extend(taken + 1, this.#isUsedUp(kind, taken) ? kind + 1 : kind, gain + added, shared);
    }
  }

  /** Whether all of a kind sit at the table, the last of them on this seat. */
  #isUsedUp(kind: number, seat: number): boolean {
    const before = seat + 1 - (this.#many[kind] as number);
    return before === seat || (before >= 0 && this.#table[before] === kind);
  }

  #finish(from: number, gain: number, languages: number, gains: Float64Array): void {
    for (let kind = from; kind < this.#count; kind++) {
      const whole = gain + (gains[kind] as number);
      if (whole <= this.#above || (languages & (this.#languages[kind] as number)) === 0) continue;
      this.#table[tableSize - 1] = kind;
      let score = whole;
      for (const member of this.#table) score += this.#prices[member] as number;
      this.#above = this.#visit(this.#table, score, whole);
    }
  }

  /** At most this much could the best of those left add: each alone, and half of what it may have in common with the others. */
  #most(gains: Float64Array, from: number, left: number): number {
    const shared = (left - 1) / 2;
    let first = -Infinity;
    let second = -Infinity;
    let third = -Infinity;
    for (let i = from; i < this.#count; i++) {
      const gain = (gains[i] as number) + shared * (this.#highest[i] as number);
      for (let one = 0; one < (this.#many[i] as number) && gain > third; one++) {
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
    return left === 2 ? first + second : first + second + (left - 2) * third;
  }
}
