import { acceptanceThresholds } from "#app/matching/kernel/acceptance-thresholds.ts";
import type { Random } from "#app/matching/random.ts";
import type { GroupBoard } from "./group-board.ts";

const startAcceptanceShare = 0.003;
const maxWarmUpShare = 0.15;
const endTemperatureShare = 0.45;
const coolingStep = 0.99;
/** Sums with it fit 32 bits. */
const maxLossLimit = 2 ** 29;

export class GroupAnnealer {
  /** An accepted swap counts for several, since it takes as long. */
  proposalCount = 0;
  readonly #board: GroupBoard;
  readonly #random: Random;
  readonly #thresholds: Float64Array;
  readonly #lossLimits = new Int32Array(acceptanceThresholds.length);
  readonly #elapsedShareAt: (proposalCount: number) => number;

  constructor(board: GroupBoard, random: Random, elapsedShareAt: (proposalCount: number) => number) {
    this.#board = board;
    this.#random = random;
    this.#elapsedShareAt = elapsedShareAt;
    const order = random.shuffle(Int32Array.from(acceptanceThresholds.keys()));
    this.#thresholds = Float64Array.from(order, (i) => acceptanceThresholds[i] as number);
  }

  elapsedShare(): number {
    return this.#elapsedShareAt(this.proposalCount);
  }

  findStartTemperature(): number {
    const { elementCount, groupSize } = this.#board;
    let temperature = (4 * Math.abs(this.#board.totalScore())) / elementCount / groupSize + 1;
    for (; this.elapsedShare() < maxWarmUpShare && temperature > 1; temperature *= 0.9) {
      this.#setTemperature(temperature);
      if (this.#sweep() <= startAcceptanceShare * elementCount ** 2) break;
    }
    return temperature;
  }

  anneal(startTemperature: number, untilShare: number): void {
    const fromShare = this.elapsedShare();
    let temperature = Infinity;
    for (let share = fromShare; share < untilShare; share = this.elapsedShare()) {
      const progress = (share - fromShare) / (untilShare - fromShare);
      const next = startTemperature * (1 - (1 - endTemperatureShare) * progress);
      if (next < coolingStep * temperature) {
        temperature = next;
        this.#setTemperature(temperature);
      }
      this.#sweep();
    }
    this.#board.setLossLimits(this.#lossLimits.fill(-1));
    while (this.#sweep() > 0);
  }

  #setTemperature(temperature: number): void {
    for (let i = 0; i < this.#lossLimits.length; i++)
      this.#lossLimits[i] = Math.min(maxLossLimit, Math.round(temperature * (this.#thresholds[i] as number)));
    this.#board.setLossLimits(this.#lossLimits);
  }

  #sweep(): number {
    const { elementCount } = this.#board;
    let accepted = 0;
    for (let one = 0; one < elementCount && this.elapsedShare() < 1; one++) {
      const swaps = this.#board.offerSwaps(one, this.#random.nextBelow(acceptanceThresholds.length));
      this.proposalCount += elementCount + (swaps * elementCount) / 2;
      accepted += swaps;
    }
    return accepted;
  }
}
