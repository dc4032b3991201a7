import type { Cut, Fraction } from "./cuts.ts";
import { invertMatrix } from "./invert-matrix.ts";
import { type KnownTable, ProgramColumns } from "./program-columns.ts";

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
  readonly #rowCount: number;
  readonly #limits: Float64Array;
  readonly #columns: ProgramColumns;
  readonly #basis: Int32Array;
  readonly #inverse: Float64Array;
  readonly #values: Float64Array;
  /** Grows with the time that `solve` takes. */
  work = 0;
  /** Of the kinds, then of the cuts. */
  readonly prices: Float64Array;

  constructor(counts: Int32Array, cuts: readonly Cut[], unseatedPenalty: number) {
    const kindCount = counts.length;
    const rowCount = kindCount + cuts.length;
    this.#rowCount = rowCount;
    const columns = new ProgramColumns(kindCount, cuts, unseatedPenalty);
    this.#columns = columns;
    this.#limits = Float64Array.from(
      { length: rowCount },
      (_, row) => counts[row] ?? (cuts[row - kindCount]?.limit as number),
    );
    this.#basis = Int32Array.from({ length: rowCount }, (_, row) => columns.lacking(row));
    this.#inverse = new Float64Array(rowCount * rowCount);
    for (let i = 0; i < rowCount; i++) this.#inverse[i * rowCount + i] = 1;
    this.#values = this.#limits.slice();
    this.prices = Float64Array.from(this.#basis, (column) => columns.worthOf(column));
  }

  /** Of the kinds. */
  limitPrices(center: ArrayLike<number>, distance: number): void {
    this.#columns.limitPrices(center, distance);
  }

  /** Whether the limits of prices hold one back. */
  get isLimited(): boolean {
    return this.#basis.some(
      (column, row) => this.#columns.limitsPrice(column) && (this.#values[row] as number) >= 1e-3,
    );
  }

  addTable(table: KnownTable): void {
    this.#columns.addTable(table);
  }

  get fractions(): Fraction[] {
    return [...this.#basis.entries()].flatMap(([row, column]) => {
      const fraction = this.#values[row] as number;
      const kinds = this.#columns.tableOf(column);
      return kinds && fraction > 1e-6 ? [{ kinds, fraction }] : [];
    });
  }

  solve(): number {
    const maxPivots = 200 * this.#rowCount;
    this.#updatePrices();
    for (let pivots = 1; pivots <= maxPivots; pivots++) {
      let gain = this.#columns.findEntering(this.prices);
      if (gain === 0 && this.#correctDrift()) gain = this.#columns.findEntering(this.prices);
      if (gain === 0) break;
      this.work += this.#columns.size + this.#rowCount ** 2;
      const direction = this.#computeDirection();
      const row = this.#findLeavingRow(direction);
      if (row < 0) break;
      this.#pivot(direction, row, gain);
      if (pivots % pivotsBetweenUpdates === 0) this.#updatePrices();
    }
    return this.prices.reduce((sum, price, row) => sum + price * (this.#limits[row] as number), 0);
  }

  #computeDirection(): Float64Array {
    const count = this.#rowCount;
    const direction = new Float64Array(count);
    this.#columns.visitRows(this.#columns.entering, (column, factor) => {
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
    this.#basis[row] = this.#columns.entering;
  }

  #updatePrices(): void {
    const count = this.#rowCount;
    this.prices.fill(0);
    for (let row = 0; row < count; row++) {
      const worth = this.#columns.worthOf(this.#basis[row] as number);
      if (worth === 0) continue;
      for (let k = 0; k < count; k++)
        this.prices[k] = (this.prices[k] as number) + worth * (this.#inverse[row * count + k] as number);
    }
  }

  /** Computes the inverse anew where rounding errors have grown. Returns whether it did. */
  #correctDrift(): boolean {
    const count = this.#rowCount;
    const sums = new Float64Array(count);
    for (let at = 0; at < count; at++)
      this.#columns.visitRows(this.#basis[at] as number, (row, factor) => {
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
      this.#columns.visitRows(this.#basis[at] as number, (row, factor) => {
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
