import { acceptanceThresholds } from "#app/matching/kernel/acceptance-thresholds.ts";
import { groups } from "#kernel";

export interface Group {
  score: number;
  members: number[];
}

export interface Grouping {
  totalScore: number;
  groupOf: Int32Array;
}

interface Kernel extends Record<List | "rowLength", WebAssembly.Global> {
  memory: WebAssembly.Memory;
  initialize(elements: number, groups: number, lossLimitCount: number): void;
  computeScores(): void;
  offerSwaps(one: number, firstLimit: number): number;
}

type List = "groupOf" | "pairScores" | "ownScores" | "lossLimits";

export class GroupBoard {
  readonly elementCount: number;
  readonly groupSize: number;
  readonly groupCount: number;
  readonly groupOf: Int32Array;
  /** Scores in the kernel are relative to it. */
  readonly #minPairScore: number;
  readonly #ownScores: Int32Array;
  readonly #lossLimits: Int32Array;
  readonly #kernel: Kernel;

  constructor(elementCount: number, groupSize: number, pairScores: Int32Array) {
    const kernel = new WebAssembly.Instance(groups).exports as unknown as Kernel;
    this.elementCount = elementCount;
    this.groupSize = groupSize;
    this.groupCount = elementCount / groupSize;
    kernel.initialize(elementCount, this.groupCount, acceptanceThresholds.length);
    const list = (name: List, length: number) =>
      new Int32Array(kernel.memory.buffer, kernel[name].value, length);
    const rowLength = kernel.rowLength.value;
    this.groupOf = list("groupOf", elementCount);
    this.#ownScores = list("ownScores", elementCount);
    this.#lossLimits = list("lossLimits", acceptanceThresholds.length + rowLength);
    this.#kernel = kernel;
    this.#minPairScore = pairScores.reduce(
      (min, score, i) => (i % (elementCount + 1) ? Math.min(min, score) : min),
      Infinity,
    );
    const relativeScores = list("pairScores", elementCount * rowLength);
    for (let one = 0; one < elementCount; one++) {
      for (let other = 0; other < elementCount; other++) {
        if (one !== other)
          relativeScores[one * rowLength + other] =
            (pairScores[one * elementCount + other] as number) - this.#minPairScore;
      }
    }
  }

  assignGroups(groupOf: Int32Array): void {
    this.groupOf.set(groupOf);
    this.#kernel.computeScores();
  }

  totalScore(): number {
    const relativeScore = this.#ownScores.reduce((sum, score) => sum + score, 0) / 2;
    return relativeScore + (this.#minPairScore * this.elementCount * (this.groupSize - 1)) / 2;
  }

  listGroups(): Group[] {
    const groups = Array.from({ length: this.groupCount }, (): Group => ({ score: 0, members: [] }));
    this.groupOf.forEach((index, one) => {
      const group = groups[index] as Group;
      group.members.push(one);
      group.score += this.#ownScores[one] as number;
    });
    return groups;
  }

  setLossLimits(limits: Int32Array): void {
    this.#lossLimits.set(limits);
    // An offer that starts near the end reads on past it.
    const repeated = this.#lossLimits.subarray(limits.length);
    for (let i = 0; i < repeated.length; i++) repeated[i] = limits[i % limits.length] as number;
  }

  /** Returns how many swaps were accepted. */
  offerSwaps(one: number, firstLimit: number): number {
    return this.#kernel.offerSwaps(one, firstLimit);
  }
}
