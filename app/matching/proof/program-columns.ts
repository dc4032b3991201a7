import type { Cut } from "./cuts.ts";

export interface KnownTable {
  kinds: Int32Array;
  worth: number;
}

/** Of a linear program: the tables, and below 0 for each row what it lacks and what it has too many of. */
export class ProgramColumns {
  readonly #kindCount: number;
  readonly #rowCount: number;
  readonly #cuts: readonly Cut[];
  readonly #tables: Int32Array[] = [];
  /** For each table the rows that count it: its kinds, then the cuts that count it. */
  readonly #rows: number[] = [];
  readonly #rowEnds: number[] = [];
  readonly #worths: number[] = [];
  /** A row that lacks one gains `lowest`, and one too many loses `highest`, so its price stays between. */
  readonly #lowest: Float64Array;
  readonly #highest: Float64Array;
  #entering = 0;

  constructor(kindCount: number, cuts: readonly Cut[], unseatedPenalty: number) {
    this.#kindCount = kindCount;
    this.#rowCount = kindCount + cuts.length;
    this.#cuts = cuts;
    this.#lowest = new Float64Array(this.#rowCount).fill(-unseatedPenalty, 0, kindCount);
    this.#highest = new Float64Array(this.#rowCount).fill(Infinity);
  }

  addTable({ kinds, worth }: KnownTable): void {
    this.#tables.push(kinds);
    this.#worths.push(worth);
    this.#rows.push(...kinds);
    for (const [i, cut] of this.#cuts.entries()) if (cut.counts(kinds)) this.#rows.push(this.#kindCount + i);
    this.#rowEnds.push(this.#rows.length);
  }

  /** Of the kinds. */
  limitPrices(center: ArrayLike<number>, distance: number): void {
    for (let kind = 0; kind < this.#kindCount; kind++) {
      this.#lowest[kind] = (center[kind] as number) - distance;
      this.#highest[kind] = (center[kind] as number) + distance;
    }
  }

  /** How many entries a search reads. */
  get size(): number {
    return this.#rows.length;
  }

  tableOf(column: number): Int32Array | undefined {
    return this.#tables[column];
  }

  lacking(row: number): number {
    return -1 - row;
  }

  #tooMany(row: number): number {
    return -1 - this.#rowCount - row;
  }

  /** Whether it holds back the price of a kind. */
  limitsPrice(column: number): boolean {
    return column < 0 && (-1 - column) % this.#rowCount < this.#kindCount;
  }

  /** Of the last search. */
  get entering(): number {
    return this.#entering;
  }

  /** Finds the column that adds the most by these prices. Returns what a unit of it adds, or 0 where none adds anything. */
  findEntering(prices: Float64Array): number {
    let maxGain = 0;
    for (let table = 0, at = 0; table < this.#worths.length; table++) {
      let gain = this.#worths[table] as number;
      for (const end = this.#rowEnds[table] as number; at < end; at++)
        gain -= prices[this.#rows[at] as number] as number;
      if (gain <= maxGain) continue;
      maxGain = gain;
      this.#entering = table;
    }
    for (let row = 0; row < this.#rowCount; row++) {
      const price = prices[row] as number;
      if ((this.#lowest[row] as number) - price > maxGain) {
        maxGain = (this.#lowest[row] as number) - price;
        this.#entering = this.lacking(row);
      }
      if (price - (this.#highest[row] as number) > maxGain) {
        maxGain = price - (this.#highest[row] as number);
        this.#entering = this.#tooMany(row);
      }
    }
    return maxGain > 1e-7 ? maxGain : 0;
  }

  visitRows(column: number, visit: (row: number, factor: number) => void): void {
    if (column >= 0) {
      const end = this.#rowEnds[column] as number;
      for (let at = column > 0 ? (this.#rowEnds[column - 1] as number) : 0; at < end; at++)
        visit(this.#rows[at] as number, 1);
    } else if (column >= -this.#rowCount) visit(-1 - column, 1);
    else visit(-1 - column - this.#rowCount, -1);
  }

  worthOf(column: number): number {
    if (column >= 0) return this.#worths[column] as number;
    const row = -1 - column;
    return row < this.#rowCount
      ? (this.#lowest[row] as number)
      : -(this.#highest[row - this.#rowCount] as number);
  }
}
