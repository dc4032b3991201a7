import type { Floor } from "./floor.ts";

/** Who sits where. What a swap gains is left to the two boards below: one knows every pair, one sums features. */
export abstract class Board {
  readonly count: number;
  readonly size: number;
  readonly tables: number;
  /** The diner on each seat, table after table; the seat of each diner; the table of each diner. */
  readonly at: Int32Array;
  readonly seat: Int32Array;
  readonly table: Int32Array;
  /** What the pairs of each table add up to. */
  readonly scores: Int32Array;
  /** What a table's score is worth; its score, as long as there is no floor. */
  floor: Floor | undefined;

  constructor(count: number, size: number) {
    this.count = count;
    this.size = size;
    this.tables = count / size;
    this.at = new Int32Array(count);
    this.seat = new Int32Array(count);
    this.table = new Int32Array(count);
    this.scores = new Int32Array(this.tables);
  }

  /**
   * What the whole gains when two of different tables change places. Where the first alone would lose more
   * than the slack it may answer -Infinity, and sooner.
   */
  abstract gain(one: number, other: number, slack: number): number;
  abstract swap(one: number, other: number): void;
  protected abstract weigh(): void;

  /** Seats everyone, by a list of diners, table after table. */
  arrange(order: Int32Array): void {
    this.at.set(order);
    for (let seat = 0; seat < this.count; seat++) {
      const diner = order[seat] as number;
      this.seat[diner] = seat;
      this.table[diner] = Math.floor(seat / this.size);
    }
    this.weigh();
  }

  worth(score: number): number {
    return this.floor ? this.floor.worth(score) : score;
  }

  total(): number {
    let sum = 0;
    for (const score of this.scores) sum += this.worth(score);
    return sum;
  }

  members(table: number): Int32Array {
    return this.at.subarray(table * this.size, (table + 1) * this.size);
  }

  protected change(one: number, first: number, other: number, second: number): number {
    if (!this.floor) return first + second;
    const a = this.scores[one] as number;
    const b = this.scores[other] as number;
    return this.worth(a + first) - this.worth(a) + this.worth(b + second) - this.worth(b);
  }

  protected trade(one: number, other: number): void {
    const seat = this.seat[one] as number;
    const table = this.table[one] as number;
    this.at[seat] = other;
    this.at[this.seat[other] as number] = one;
    this.seat[one] = this.seat[other] as number;
    this.table[one] = this.table[other] as number;
    this.seat[other] = seat;
    this.table[other] = table;
  }
}
