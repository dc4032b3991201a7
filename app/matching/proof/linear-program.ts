import type { Cut, Fraction } from "./cuts.ts";
import { invertMatrix } from "./invert-matrix.ts";

export interface KnownTable {
  kinds: Int32Array;
  worth: number;
}

/** Prices are added up from pivot to pivot, and computed anew before rounding errors grow. */
const pivotsBetweenUpdates = 40;
/** Of what rows should add up to, beyond which the inverse is computed anew. */
const maxDrift = 1e-7;

/** What a seating loses for each diner it leaves out: more than any table is worth. */
export const unseatedPenalty = 2 ** 24;

/** Multiples of 1/1024 add up exactly in doubles. */
export const roundPrice = (price: number) => Math.round(price * 1024) / 1024;
export const floorPrice = (price: number) => Math.floor(price * 1024) / 1024;

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
  /** A row that lacks one gains `lowest`, and one too many loses `highest`, so its price stays between. */
  readonly #lowest: Float64Array;
  readonly #highest: Float64Array;
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
    this.#lowest = new Float64Array(rowCount).fill(-unseatedPenalty, 0, kindCount);
    this.#highest = new Float64Array(rowCount).fill(Infinity);
    this.#limits = Float64Array.from(
      { length: rowCount },
      (_, row) => counts[row] ?? (cuts[row - kindCount]?.limit as number),
    );
    this.#basis = Int32Array.from({ length: rowCount }, (_, row) => this.#lacking(row));
    this.#inverse = new Float64Array(rowCount * rowCount);
    for (let i = 0; i < rowCount; i++) this.#inverse[i * rowCount + i] = 1;
    this.#values = this.#limits.slice();
    this.prices = this.#lowest.slice();
  }

  /** Columns beside the tables have numbers below 0. */
  #lacking(row: number): number {
    return -1 - row;
  }

  #tooMany(row: number): number {
    return -1 - this.#rowCount - row;
  }

  /** Of the kinds. */
  limitPrices(center: ArrayLike<number>, distance: number): void {
    for (let kind = 0; kind < this.#kindCount; kind++) {
      this.#lowest[kind] = (center[kind] as number) - distance;
      this.#highest[kind] = (center[kind] as number) + distance;
    }
  }

  /** Whether the limits of prices hold one back. */
  get isLimited(): boolean {
    return this.#basis.some((column, row) => {
      if (column >= 0 || (this.#values[row] as number) < 1e-3) return false;
      const at = -1 - column;
      return at < this.#kindCount || (at >= this.#rowCount && at < this.#rowCount + this.#kindCount);
    });
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
      let gain = this.#findEntering();
      if (gain === 0 && this.#correctDrift()) gain = this.#findEntering();
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
    for (let row = 0; row < this.#rowCount; row++) {
      const price = this.prices[row] as number;
      if ((this.#lowest[row] as number) - price > maxGain) {
        maxGain = (this.#lowest[row] as number) - price;
        this.#entering = this.#lacking(row);
      }
      if (price - (this.#highest[row] as number) > maxGain) {
        maxGain = price - (this.#highest[row] as number);
        this.#entering = this.#tooMany(row);
      }
    }
    return maxGain > 1e-7 ? maxGain : 0;
  }

  #computeDirection(): Float64Array {
    const count = this.#rowCount;
    const direction = new Float64Array(count);
    this.#visitColumn(this.#entering, (column, factor) => {
      for (let row = 0; row < count; row++)
        direction[row] =
          (direction[row] as number) + factor * (this.#inverse[row * count + column] as number);
    });
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

  #visitColumn(column: number, visit: (row: number, factor: number) => void): void {
    if (column >= 0) {
      const end = this.#rowEnds[column] as number;
      for (let at = column > 0 ? (this.#rowEnds[column - 1] as number) : 0; at < end; at++)
        visit(this.#rows[at] as number, 1);
    } else if (column >= -this.#rowCount) visit(-1 - column, 1);
    else visit(-1 - column - this.#rowCount, -1);
  }

  #worthInBasis(column: number): number {
    if (column >= 0) return this.#worths[column] as number;
    const row = -1 - column;
    return row < this.#rowCount
      ? (this.#lowest[row] as number)
      : -(this.#highest[row - this.#rowCount] as number);
  }

  /** Computes the inverse anew where rounding errors have grown. Returns whether it did. */
  #correctDrift(): boolean {
    const count = this.#rowCount;
    const sums = new Float64Array(count);
    for (let at = 0; at < count; at++)
      this.#visitColumn(this.#basis[at] as number, (row, factor) => {
        sums[row] = (sums[row] as number) + factor * (this.#values[at] as number);
      });
    const drift = sums.reduce(
      (most, sum, row) => Math.max(most, Math.abs(sum - (this.#limits[row] as number))),
      0,
    );
    if (drift < maxDrift) return false;
    this.work += count ** 3;
    const matrix = new Float64Array(count * count);
    for (let at = 0; at < count; at++)
      this.#visitColumn(this.#basis[at] as number, (row, factor) => {
        matrix[row * count + at] = (matrix[row * count + at] as number) + factor;
      });
    const inverse = invertMatrix(matrix, count);
    if (!inverse) return false;
    this.#inverse.set(inverse);
    for (let row = 0, at = 0; row < count; row++) {
      let value = 0;
      for (let k = 0; k < count; k++, at++) value += (inverse[at] as number) * (this.#limits[k] as number);
      this.#values[row] = value;
    }
    this.#updatePrices();
    return true;
  }
}
