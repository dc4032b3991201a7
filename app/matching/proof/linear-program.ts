export interface KnownTable {
  kinds: Int32Array;
  worth: number;
}

/** Simplex method for the prices of diner kinds; its rounding errors don't matter, since any prices give a valid bound. */
export class LinearProgram {
  readonly #kindCount: number;
  readonly #counts: Int32Array;
  readonly #tables: Int32Array[] = [];
  readonly #worths: number[] = [];
  /** -1 is an artificial table that leaves one kind unseated. */
  readonly #basis: Int32Array;
  readonly #inverse: Float64Array;
  readonly #fractions: Float64Array;
  readonly #unseatedPenalty: number;
  readonly prices: Float64Array;

  constructor(counts: Int32Array, unseatedPenalty: number) {
    const kindCount = counts.length;
    this.#kindCount = kindCount;
    this.#counts = counts;
    this.#unseatedPenalty = unseatedPenalty;
    this.#basis = new Int32Array(kindCount).fill(-1);
    this.#inverse = new Float64Array(kindCount * kindCount);
    for (let i = 0; i < kindCount; i++) this.#inverse[i * kindCount + i] = 1;
    this.#fractions = Float64Array.from(counts);
    this.prices = new Float64Array(kindCount).fill(-unseatedPenalty);
  }

  addTable({ kinds, worth }: KnownTable): void {
    this.#tables.push(kinds);
    this.#worths.push(worth);
  }

  solve(): number {
    const maxPivots = 200 * this.#kindCount;
    for (let pivots = 0; pivots < maxPivots; pivots++) {
      const entering = this.#findEnteringTable();
      if (entering < 0) break;
      const direction = this.#computeDirection(entering);
      const row = this.#findLeavingRow(direction);
      if (row < 0) break;
      this.#pivot(entering, direction, row);
      this.#updatePrices();
    }
    return this.prices.reduce((sum, price, kind) => sum + price * (this.#counts[kind] as number), 0);
  }

  #findEnteringTable(): number {
    let maxGain = 1e-7;
    let entering = -1;
    for (let table = 0; table < this.#tables.length; table++) {
      let gain = this.#worths[table] as number;
      for (const kind of this.#tables[table] as Int32Array) gain -= this.prices[kind] as number;
      if (gain > maxGain) {
        maxGain = gain;
        entering = table;
      }
    }
    return entering;
  }

  #computeDirection(table: number): Float64Array {
    const count = this.#kindCount;
    const direction = new Float64Array(count);
    for (const kind of this.#tables[table] as Int32Array) {
      for (let row = 0; row < count; row++) {
        direction[row] = (direction[row] as number) + (this.#inverse[row * count + kind] as number);
      }
    }
    return direction;
  }

  /** Of equal ratios, the largest pivot is numerically the most stable. */
  #findLeavingRow(direction: Float64Array): number {
    let minRatio = Infinity;
    let row = -1;
    for (let i = 0; i < this.#kindCount; i++) {
      const pivot = direction[i] as number;
      if (pivot < 1e-9) continue;
      const ratio = Math.max(0, this.#fractions[i] as number) / pivot;
      const isTie = Math.abs(ratio - minRatio) < 1e-12;
      if (ratio < minRatio - 1e-12 || (isTie && pivot > (direction[row] as number))) {
        minRatio = Math.min(minRatio, ratio);
        row = i;
      }
    }
    return row;
  }

  #pivot(entering: number, direction: Float64Array, row: number): void {
    const count = this.#kindCount;
    const inverse = this.#inverse;
    const pivot = direction[row] as number;
    const fraction = (this.#fractions[row] as number) / pivot;
    for (let k = 0; k < count; k++) inverse[row * count + k] = (inverse[row * count + k] as number) / pivot;
    for (let i = 0; i < count; i++) {
      const factor = direction[i] as number;
      if (i === row || factor === 0) continue;
      this.#fractions[i] = (this.#fractions[i] as number) - factor * fraction;
      for (let k = 0; k < count; k++)
        inverse[i * count + k] =
          (inverse[i * count + k] as number) - factor * (inverse[row * count + k] as number);
    }
    this.#fractions[row] = fraction;
    this.#basis[row] = entering;
  }

  #updatePrices(): void {
    const count = this.#kindCount;
    this.prices.fill(0);
    for (let row = 0; row < count; row++) {
      const table = this.#basis[row] as number;
      const worth = table < 0 ? -this.#unseatedPenalty : (this.#worths[table] as number);
      for (let k = 0; k < count; k++)
        this.prices[k] = (this.prices[k] as number) + worth * (this.#inverse[row * count + k] as number);
    }
  }
}
