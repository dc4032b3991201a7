import { patience } from "#app/matching/kernel/acceptance-thresholds.ts";
import { groups } from "#kernel";

export interface Group {
  score: number;
  members: number[];
}

export interface Grouping {
  value: number;
  /** The group of each element. */
  group: Int32Array;
}

/** What kernel/assembly/groups.ts exports. */
interface Kernel extends Record<"group" | "pairs" | "row" | "own" | "losses", WebAssembly.Global> {
  memory: WebAssembly.Memory;
  open(count: number, groups: number, losses: number): void;
  weigh(): void;
  sweep(one: number, start: number): number;
}

/**
 * Elements in groups of one size, with what each would score in every group: a swap is weighed in constant time, and four
 * at once in a WebAssembly module.
 */
export class GroupBoard {
  readonly count: number;
  readonly size: number;
  readonly groups: number;
  readonly group: Int32Array;
  /** What every pair is worth, at least. */
  readonly #least: number;
  /** What each element scores with its own group above that. */
  readonly #own: Int32Array;
  readonly #losses: Int32Array;
  readonly #kernel: Kernel;

  constructor(count: number, size: number, pairs: Int32Array) {
    const kernel = new WebAssembly.Instance(groups).exports as unknown as Kernel;
    this.count = count;
    this.size = size;
    this.groups = count / size;
    kernel.open(count, this.groups, patience.length);
    const list = (name: "group" | "pairs" | "own" | "losses", length: number) =>
      new Int32Array(kernel.memory.buffer, kernel[name].value, length);
    this.group = list("group", count);
    this.#own = list("own", count);
    this.#losses = list("losses", patience.length + kernel.row.value);
    this.#kernel = kernel;
    this.#least = pairs.reduce(
      (least, pair, i) => (i % (count + 1) ? Math.min(least, pair) : least),
      Infinity,
    );
    const above = list("pairs", count * kernel.row.value);
    for (let one = 0; one < count; one++) {
      for (let other = 0; other < count; other++) {
        if (one !== other)
          above[one * kernel.row.value + other] = (pairs[one * count + other] as number) - this.#least;
      }
    }
  }

  arrange(group: Int32Array): void {
    this.group.set(group);
    this.#kernel.weigh();
  }

  total(): number {
    return (
      this.#own.reduce((sum, fit) => sum + fit, 0) / 2 + (this.#least * this.count * (this.size - 1)) / 2
    );
  }

  /** The members of each group, and what they score above the poorest there could be. */
  members(): Group[] {
    const groups = Array.from({ length: this.groups }, (): Group => ({ score: 0, members: [] }));
    this.group.forEach((place, one) => {
      const group = groups[place] as Group;
      group.members.push(one);
      group.score += this.#own[one] as number;
    });
    return groups;
  }

  /** How much each proposal from here on may lose, in turn: as many as there are of `patience`. */
  mayLose(losses: Int32Array): void {
    this.#losses.set(losses);
    // A sweep that begins near their end reads on.
    const beyond = this.#losses.subarray(losses.length);
    for (let i = 0; i < beyond.length; i++) beyond[i] = losses[i % losses.length] as number;
  }

  /** Offers one element a swap with every other, from one of the losses on. Answers how many were accepted. */
  sweep(one: number, start: number): number {
    return this.#kernel.sweep(one, start);
  }
}
