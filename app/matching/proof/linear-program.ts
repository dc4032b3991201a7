import type { Cut, Fraction } from "./cuts.ts";

export interface KnownTable {
  kinds: Int32Array;
  worth: number;
}

/** Basis entries below 0: an artificial table that leaves one kind unseated, or -2 less the row with this slack. */
const artificial = -1;
const slack = -2;
/** Prices are added up from pivot to pivot, and computed anew before rounding errors grow. */
const pivotsBetweenUpdates = 40;

/** What a seating loses for each diner it leaves out: more than any table is worth. */
export const unseatedPenalty = 2 ** 24;

/** Multiples of 1/1024 add up exactly in doubles. */
export const roundPrice = (price: number) => Math.round(price * 1024) / 1024;

/**
 * Simplex method for the prices of diner kinds and of cuts; its rounding errors don't matter, since any prices give a
 * valid bound.
 */
export class LinearProgram {
  readonly #kindCount: number;
  readonly #rowCount: number;
  readonly #limits: Float64Array;
  readonly #cuts: readonly Cut[];
  readonly #tables: Int32Array[] = [];
  /** For each table the rows that count it: its kinds, then the cuts that count it. */
  readonly #rows: number[] = [];
  readonly #rowEnds: number[] = [];
  readonly #worths: number[] = [];
  readonly #basis: Int32Array;
  readonly #inverse: Float64Array;
  readonly #values: Float64Array;
  readonly #unseatedPenalty: number;
  #entering = 0;
  /** Grows with the time that `solve` takes. */
  work = 0;
  /** Of the kinds, then of the cuts. */
  readonly prices: Float64Array;

  constructor(counts: Int32Array, cuts: readonly Cut[], unseatedPenalty: number) {
    const kindCount = counts.length;
    const rowCount = kindCount + cuts.length;
    this.#kindCount = kindCount;
    this.#rowCount = rowCount;
    this.#cuts = cuts;
    this.#unseatedPenalty = unseatedPenalty;
    this.#limits = Float64Array.from(
      { length: rowCount },
      (_, row) => counts[row] ?? (cuts[row - kindCount]?.limit as number),
    );
    this.#basis = new Int32Array(rowCount).fill(artificial, 0, kindCount).fill(slack, kindCount);
    this.#inverse = new Float64Array(rowCount * rowCount);
    for (let i = 0; i < rowCount; i++) this.#inverse[i * rowCount + i] = 1;
    this.#values = this.#limits.slice();
    this.prices = new Float64Array(rowCount).fill(-unseatedPenalty, 0, kindCount);
  }

  addTable({ kinds, worth }: KnownTable): void {
    this.#tables.push(kinds);
    this.#worths.push(worth);
    this.#rows.push(...kinds);
    for (const [i, cut] of this.#cuts.entries()) if (cut.counts(kinds)) this.#rows.push(this.#kindCount + i);
    this.#rowEnds.push(this.#rows.length);
  }

  get fractions(): Fraction[] {
    return [...this.#basis.entries()].flatMap(([row, table]) => {
      const fraction = this.#values[row] as number;
      return table >= 0 && fraction > 1e-6 ? [{ kinds: this.#tables[table] as Int32Array, fraction }] : [];
    });
  }

  solve(): number {
    const maxPivots = 200 * this.#rowCount;
    this.#updatePrices();
    for (let pivots = 1; pivots <= maxPivots; pivots++) {
      const gain = this.#findEntering();
      if (gain === 0) break;
      this.work += this.#rows.length + this.#rowCount ** 2;
      const direction = this.#computeDirection();
      const row = this.#findLeavingRow(direction);
      if (row < 0) break;
      this.#pivot(direction, row, gain);
      if (pivots % pivotsBetweenUpdates === 0) this.#updatePrices();
    }
    return this.prices.reduce((sum, price, row) => sum + price * (this.#limits[row] as number), 0);
  }

  /** Returns what a unit of it adds, or 0 where nothing adds anything. */
  #findEntering(): number {
    let maxGain = 0;
    for (let table = 0, at = 0; table < this.#worths.length; table++) {
      let gain = this.#worths[table] as number;
      for (const end = this.#rowEnds[table] as number; at < end; at++)
        gain -= this.prices[this.#rows[at] as number] as number;
      if (gain <= maxGain) continue;
      maxGain = gain;
      this.#entering = table;
    }
    // Without a penalty, diners may stay unseated too.
    for (let row = this.#unseatedPenalty === 0 ? 0 : this.#kindCount; row < this.#rowCount; row++) {
      if (-(this.prices[row] as number) <= maxGain) continue;
      maxGain = -(this.prices[row] as number);
      this.#entering = slack - row;
    }
    return maxGain > 1e-7 ? maxGain : 0;
  }

  #computeDirection(): Float64Array {
    const count = this.#rowCount;
    const direction = new Float64Array(count);
    const addColumn = (column: number) => {
      for (let row = 0; row < count; row++)
        direction[row] = (direction[row] as number) + (this.#inverse[row * count + column] as number);
    };
    const entering = this.#entering;
    if (entering <= slack) addColumn(slack - entering);
    else {
      const end = this.#rowEnds[entering] as number;
      for (let at = entering > 0 ? (this.#rowEnds[entering - 1] as number) : 0; at < end; at++)
        addColumn(this.#rows[at] as number);
    }
    return direction;
  }

  /** Of equal ratios, the largest pivot is numerically the most stable. */
  #findLeavingRow(direction: Float64Array): number {
    let minRatio = Infinity;
    let row = -1;
    for (let i = 0; i < this.#rowCount; i++) {
      const pivot = direction[i] as number;
      if (pivot < 1e-9) continue;
      const ratio = Math.max(0, this.#values[i] as number) / pivot;
      const isTie = Math.abs(ratio - minRatio) < 1e-12;
      if (ratio < minRatio - 1e-12 || (isTie && pivot > (direction[row] as number))) {
        minRatio = Math.min(minRatio, ratio);
        row = i;
      }
    }
    return row;
  }

  #pivot(direction: Float64Array, row: number, gain: number): void {
    const count = this.#rowCount;
    const inverse = this.#inverse;
    const pivot = direction[row] as number;
    const value = (this.#values[row] as number) / pivot;
    const columns: number[] = [];
    for (let k = 0, at = row * count; k < count; k++, at++) {
      if (inverse[at] === 0) continue;
      inverse[at] = (inverse[at] as number) / pivot;
      this.prices[k] = (this.prices[k] as number) + gain * (inverse[at] as number);
      columns.push(k);
    }
    for (let i = 0; i < count; i++) {
      const factor = direction[i] as number;
      if (i === row || factor === 0) continue;
      this.#values[i] = (this.#values[i] as number) - factor * value;
      for (const k of columns)
        inverse[i * count + k] =
          (inverse[i * count + k] as number) - factor * (inverse[row * count + k] as number);
    }
    this.#values[row] = value;
    this.#basis[row] = this.#entering;
  }

  #updatePrices(): void {
    const count = this.#rowCount;
    this.prices.fill(0);
    for (let row = 0; row < count; row++) {
      const worth = this.#worthInBasis(this.#basis[row] as number);
      if (worth === 0) continue;
      for (let k = 0; k < count; k++)
        this.prices[k] = (this.prices[k] as number) + worth * (this.#inverse[row * count + k] as number);
    }
  }

  #worthInBasis(table: number): number {
    if (table <= slack) return 0;
    return table === artificial ? -this.#unseatedPenalty : (this.#worths[table] as number);
  }
}
