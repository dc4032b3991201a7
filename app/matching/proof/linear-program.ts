/**
 * The best mixture of tables in which everyone has one seat in all, and with it a price for each kind of diner. The
 * arithmetic is +, -, × and ÷ of doubles, which every engine rounds alike; nothing proven rests on it,
 * since any prices at all give a valid bound.
 */
export class Mixture {
  readonly #count: number;
  readonly #many: Int32Array;
  readonly #tables: Int32Array[] = [];
  readonly #worths: number[] = [];
  /** The table in each row of the basis; below 0, a stand-in that seats one kind at a loss. */
  readonly #basis: Int32Array;
  readonly #inverse: Float64Array;
  readonly #shares: Float64Array;
  readonly #loss: number;
  readonly prices: Float64Array;

  constructor(many: Int32Array, loss: number) {
    const count = many.length;
    this.#count = count;
    this.#many = many;
    this.#loss = loss;
    this.#basis = new Int32Array(count).fill(-1);
    this.#inverse = new Float64Array(count * count);
    for (let i = 0; i < count; i++) this.#inverse[i * count + i] = 1;
    this.#shares = Float64Array.from(many);
    this.prices = new Float64Array(count).fill(-loss);
  }

  add({ table, worth }: { table: Int32Array; worth: number }): void {
    this.#tables.push(table);
    this.#worths.push(worth);
  }

  /** Pivots until no table is worth more than its prices; answers what the mixture is worth. */
  solve(): number {
    const count = this.#count;
    for (let pivots = 0; pivots < 200 * count; pivots++) {
      const entering = this.#dearest();
      if (entering < 0) break;
      const direction = this.#directionOf(entering);
      const row = this.#tightest(direction);
      if (row < 0) break;
      this.#pivot(entering, direction, row);
      this.#reprice();
    }
    return this.prices.reduce((sum, price, kind) => sum + price * (this.#many[kind] as number), 0);
  }

  #dearest(): number {
    let best = 1e-7;
    let entering = -1;
    for (let t = 0; t < this.#tables.length; t++) {
      let gain = this.#worths[t] as number;
      for (const kind of this.#tables[t] as Int32Array) gain -= this.prices[kind] as number;
      if (gain > best) {
        best = gain;
        entering = t;
      }
    }
    return entering;
  }

  #directionOf(table: number): Float64Array {
    const count = this.#count;
    const direction = new Float64Array(count);
    for (const kind of this.#tables[table] as Int32Array) {
      for (let row = 0; row < count; row++) {
        direction[row] = (direction[row] as number) + (this.#inverse[row * count + kind] as number);
      }
    }
    return direction;
  }

  /** Where several are as tight, the largest pivot is the steadiest. */
  #tightest(direction: Float64Array): number {
    let least = Infinity;
    let row = -1;
    for (let i = 0; i < this.#count; i++) {
      const pivot = direction[i] as number;
      if (pivot < 1e-9) continue;
      const ratio = Math.max(0, this.#shares[i] as number) / pivot;
      const isTie = Math.abs(ratio - least) < 1e-12;
      if (ratio < least - 1e-12 || (isTie && pivot > (direction[row] as number))) {
        least = Math.min(least, ratio);
        row = i;
      }
    }
    return row;
  }

  #pivot(entering: number, direction: Float64Array, row: number): void {
    const count = this.#count;
    const inverse = this.#inverse;
    const pivot = direction[row] as number;
    const share = (this.#shares[row] as number) / pivot;
    for (let k = 0; k < count; k++) inverse[row * count + k] = (inverse[row * count + k] as number) / pivot;
    for (let i = 0; i < count; i++) {
      const factor = direction[i] as number;
      if (i === row || factor === 0) continue;
      this.#shares[i] = (this.#shares[i] as number) - factor * share;
      for (let k = 0; k < count; k++)
        inverse[i * count + k] =
          (inverse[i * count + k] as number) - factor * (inverse[row * count + k] as number);
    }
    this.#shares[row] = share;
    this.#basis[row] = entering;
  }

  #reprice(): void {
    const count = this.#count;
    this.prices.fill(0);
    for (let row = 0; row < count; row++) {
      const table = this.#basis[row] as number;
      const worth = table < 0 ? -this.#loss : (this.#worths[table] as number);
      for (let k = 0; k < count; k++)
        this.prices[k] = (this.prices[k] as number) + worth * (this.#inverse[row * count + k] as number);
    }
  }
}
