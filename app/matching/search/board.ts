import { patience } from "#app/matching/kernel/acceptance-thresholds.ts";
import type { Random } from "#app/matching/random.ts";
import type { Rules, Seats } from "#app/matching/rules/rules.ts";
import type { Vectors } from "#app/matching/scores/feature-vectors.ts";
import { tables } from "#kernel";
import { type Floor, slope } from "./score-floor.ts";

/** How many partners each diner has. */
export const listed = 16;

/** Where proposals come from, and what forbids them. */
export interface Guide {
  /** For each diner, those they would like best. */
  partners: Int32Array;
  rules: Rules;
  random: Random;
}

/** What kernel/assembly/tables.ts exports. */
interface Kernel extends Record<List | Setting, WebAssembly.Global> {
  memory: WebAssembly.Memory;
  row: WebAssembly.Global;
  open(count: number, size: number, width: number, partners: number, patience: number): void;
  weigh(): void;
  multiply(one: number, from: number, to: number): void;
  gain(one: number, other: number, slack: number): number;
  swap(one: number, other: number): void;
  sweep(temperature: number, proposals: number): number;
}

type List =
  | "at"
  | "seat"
  | "table"
  | "scores"
  | "features"
  | "factors"
  | "products"
  | "partners"
  | "patience";
type Setting = "chance" | "hasRules" | "height" | "unit" | "slope";

/**
 * Who sits where. Each table keeps the sum of its diners' features, so that a swap costs two products and nothing grows with n².
 * All of it lies in the memory of a WebAssembly module, which takes eight features at once.
 */
export class Board implements Seats {
  readonly count: number;
  readonly size: number;
  readonly tables: number;
  readonly at: Int32Array;
  readonly seat: Int32Array;
  readonly table: Int32Array;
  /** What the pairs of each table add up to. */
  readonly scores: Int32Array;
  readonly #kernel: Kernel;
  readonly #products: Int32Array;
  readonly #partners: Int32Array;
  #allow: (one: number, other: number) => boolean = () => true;
  #floor: Floor | undefined;

  constructor(vectors: Vectors, size: number) {
    const { count, width, rows, factors } = vectors;
    if (!fits(vectors, size)) throw new RangeError("The weights are too large to add up exactly.");
    const allow = (one: number, other: number) => this.#allow(one, other);
    const kernel = new WebAssembly.Instance(tables, { tables: { allow } }).exports as unknown as Kernel;
    kernel.open(count, size, width, listed, patience.length);
    const list = (name: List, length: number) =>
      new Int32Array(kernel.memory.buffer, kernel[name].value, length);
    this.count = count;
    this.size = size;
    this.tables = count / size;
    this.at = list("at", count);
    this.seat = list("seat", count);
    this.table = list("table", count);
    this.scores = list("scores", this.tables);
    this.#kernel = kernel;
    this.#products = list("products", count);
    this.#partners = list("partners", count * listed);

    const row = kernel.row.value;
    const features = new Int8Array(kernel.memory.buffer, kernel.features.value, count * row);
    for (let diner = 0; diner < count; diner++)
      features.set(rows.subarray(diner * width, (diner + 1) * width), diner * row);
    new Int16Array(kernel.memory.buffer, kernel.factors.value, width).set(factors);
    new Float64Array(kernel.memory.buffer, kernel.patience.value, patience.length).set(patience);
  }

  /** Seats everyone, by a list of diners, table after table. */
  arrange(order: Int32Array): void {
    this.at.set(order);
    for (let seat = 0; seat < this.count; seat++) {
      const diner = order[seat] as number;
      this.seat[diner] = seat;
      this.table[diner] = Math.floor(seat / this.size);
    }
    this.#kernel.weigh();
  }

  members(table: number): Int32Array {
    return this.at.subarray(table * this.size, (table + 1) * this.size);
  }

  /** What one diner scores with each of those from one to another; good until it is asked again. */
  products(one: number, from: number, to: number): Int32Array {
    this.#kernel.multiply(one, from, to);
    return this.#products.subarray(0, to - from);
  }

  /**
   * What the whole gains when two of different tables change places; -Infinity, and sooner, where the first alone would lose more
   * than the slack, unless one of the tables is poor.
   */
  gain(one: number, other: number, slack: number): number {
    return this.#kernel.gain(one, other, slack);
  }

  swap(one: number, other: number): void {
    this.#kernel.swap(one, other);
  }

  /**
   * As many proposals at one temperature: each diner in turn goes to the table of a partner, or now and then
   * of anybody, and somebody there takes the empty seat. Answers how many were accepted.
   */
  sweep({ partners, rules, random }: Guide, temperature: number, proposals: number): number {
    const kernel = this.#kernel;
    this.#allow = (one, other) => rules.allow(this, one, other);
    this.#partners.set(partners);
    kernel.hasRules.value = Number(rules.any);
    kernel.chance.value = random.state;
    const accepted = kernel.sweep(temperature, proposals);
    random.state = kernel.chance.value;
    return accepted;
  }

  /** From now on a table's score counts for what the floor says. */
  raise(floor: Floor): void {
    this.#floor = floor;
    this.#kernel.height.value = floor.height;
    this.#kernel.unit.value = floor.unit;
    this.#kernel.slope.value = slope;
  }

  worth(score: number): number {
    return this.#floor ? this.#floor.worth(score) : score;
  }

  total(): number {
    let sum = 0;
    for (const score of this.scores) sum += this.worth(score);
    return sum;
  }
}

/** Whether a feature times its factor is of sixteen bits, and what a diner scores with a table of thirty-two. */
function fits({ rows, factors, width }: Vectors, size: number): boolean {
  const highest = (list: ArrayLike<number> & Iterable<number>) => {
    let most = 0;
    for (const each of list) most = Math.max(most, Math.abs(each));
    return most;
  };
  const feature = highest(rows);
  const product = feature * highest(factors);
  return product < 2 ** 15 && product * feature * size * width < 2 ** 31;
}
