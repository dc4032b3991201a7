import { Board } from "./board.ts";
import type { Vectors } from "./vectors.ts";

/** The board of a small night: it holds the score of every pair, and what every diner would score at every table. */
export class PairBoard extends Board {
  readonly #pairs: Int32Array;
  readonly #fits: Int32Array;

  constructor(count: number, size: number, pairs: Int32Array) {
    super(count, size);
    this.#pairs = pairs;
    this.#fits = new Int32Array(this.tables * count);
  }

  gain(one: number, other: number): number {
    const { count, table } = this;
    const fits = this.#fits;
    const a = (table[one] as number) * count;
    const b = (table[other] as number) * count;
    const pair = this.#pairs[one * count + other] as number;
    return this.change(
      table[one] as number,
      (fits[a + other] as number) - pair - (fits[a + one] as number),
      table[other] as number,
      (fits[b + one] as number) - pair - (fits[b + other] as number),
    );
  }

  swap(one: number, other: number): void {
    const { count, table, scores } = this;
    const fits = this.#fits;
    const pairs = this.#pairs;
    const a = (table[one] as number) * count;
    const b = (table[other] as number) * count;
    const left = one * count;
    const come = other * count;
    const pair = pairs[left + other] as number;
    scores[table[one] as number] =
      (scores[table[one] as number] as number) +
      (fits[a + other] as number) -
      pair -
      (fits[a + one] as number);
    scores[table[other] as number] =
      (scores[table[other] as number] as number) +
      (fits[b + one] as number) -
      pair -
      (fits[b + other] as number);
    for (let i = 0; i < count; i++) {
      const more = (pairs[come + i] as number) - (pairs[left + i] as number);
      fits[a + i] = (fits[a + i] as number) + more;
      fits[b + i] = (fits[b + i] as number) - more;
    }
    this.trade(one, other);
  }

  protected weigh(): void {
    const { count, size, at } = this;
    this.#fits.fill(0);
    this.scores.fill(0);
    for (let seat = 0; seat < count; seat++) {
      const row = (at[seat] as number) * count;
      const from = Math.floor(seat / size) * count;
      for (let i = 0; i < count; i++)
        this.#fits[from + i] = (this.#fits[from + i] as number) + (this.#pairs[row + i] as number);
    }
    for (let diner = 0; diner < count; diner++) {
      const table = this.table[diner] as number;
      this.scores[table] = (this.scores[table] as number) + (this.#fits[table * count + diner] as number);
    }
    for (let table = 0; table < this.tables; table++) this.scores[table] = (this.scores[table] as number) / 2;
  }
}

export function pairsOf(vectors: Vectors): Int32Array {
  const { count } = vectors;
  const pairs = new Int32Array(count * count);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < i; j++) pairs[i * count + j] = pairs[j * count + i] = vectors.dot(i, j);
  }
  return pairs;
}
