import { Board } from "./board.ts";
import type { Vectors } from "./vectors.ts";

/** The board of a large night: each table keeps the sum of its diners' features, and nothing grows with n². */
export class SumBoard extends Board {
  readonly #vectors: Vectors;
  readonly #sums: Int32Array;
  /** What each diner scores with the others of their table. */
  readonly #fits: Int32Array;

  constructor(vectors: Vectors, size: number) {
    super(vectors.count, size);
    this.#vectors = vectors;
    this.#sums = new Int32Array(this.tables * vectors.words);
    this.#fits = new Int32Array(vectors.count);
  }

  gain(one: number, other: number, slack: number): number {
    const a = this.table[one] as number;
    const b = this.table[other] as number;
    const first = this.#fits[one] as number;
    const second = this.#fits[other] as number;
    const arriving = this.#fitInstead(one, b, other);
    if (arriving - first + slack < 0) return -Infinity;
    return this.change(a, this.#fitInstead(other, a, one) - first, b, arriving - second);
  }

  swap(one: number, other: number): void {
    const { words, right } = this.#vectors;
    const sums = this.#sums;
    const a = this.table[one] as number;
    const b = this.table[other] as number;
    for (let i = 0; i < words; i++) {
      const more = (right[other * words + i] as number) - (right[one * words + i] as number);
      sums[a * words + i] = (sums[a * words + i] as number) + more;
      sums[b * words + i] = (sums[b * words + i] as number) - more;
    }
    this.trade(one, other);
    this.#refit(a);
    this.#refit(b);
  }

  protected weigh(): void {
    const { words, right } = this.#vectors;
    this.#sums.fill(0);
    for (let seat = 0; seat < this.count; seat++) {
      const from = Math.floor(seat / this.size) * words;
      const row = (this.at[seat] as number) * words;
      for (let i = 0; i < words; i++)
        this.#sums[from + i] = (this.#sums[from + i] as number) + (right[row + i] as number);
    }
    for (let table = 0; table < this.tables; table++) this.#refit(table);
  }

  #refit(table: number): void {
    let twice = 0;
    for (let seat = table * this.size; seat < (table + 1) * this.size; seat++) {
      const diner = this.at[seat] as number;
      const fit = this.#fitInstead(diner, table, diner);
      this.#fits[diner] = fit;
      twice += fit;
    }
    this.scores[table] = twice / 2;
  }

  /** What a diner would score with a table that somebody leaves. */
  #fitInstead(diner: number, table: number, leaving: number): number {
    const { words, left, right, half, shift } = this.#vectors;
    const sums = this.#sums;
    const row = diner * words;
    const from = table * words;
    const gone = leaving * words;
    let sum = 0;
    for (let i = 0; i < words; i++) {
      const rest = (sums[from + i] as number) - (right[gone + i] as number);
      sum = (sum + Math.imul(left[row + i] as number, rest)) | 0;
    }
    return (sum + half) >> shift;
  }
}
