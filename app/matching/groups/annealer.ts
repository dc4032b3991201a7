import { patience } from "#app/matching/kernel/acceptance-thresholds.ts";
import type { Random } from "#app/matching/random.ts";
import type { GroupBoard } from "./group-board.ts";

/** Annealing begins about where so many of all swaps proposed are accepted. */
const hottest = 0.003;
/** No more of the time than this goes into finding where to begin. */
const mostWarmUp = 0.15;
/** How much of the heat is left where annealing ends; it is as good as the same until it has fallen a step. */
const coldest = 0.45;
const step = 0.99;
/** Far more than any swap loses, and far less than would run over beside it. */
const mostLoss = 2 ** 29;

/** Anneals a grouping, one sweep through all pairs after another. */
export class Furnace {
  /** How many proposals were made so far; a swap is work for several. */
  work = 0;
  readonly #board: GroupBoard;
  readonly #random: Random;
  readonly #patience: Float64Array;
  readonly #losses = new Int32Array(patience.length);
  readonly #spent: (work: number) => number;

  /** `spent` tells how much of the whole time is gone, from 0 to 1. */
  constructor(board: GroupBoard, random: Random, spent: (work: number) => number) {
    this.#board = board;
    this.#random = random;
    this.#spent = spent;
    const order = random.shuffle(Int32Array.from(patience.keys()));
    this.#patience = Float64Array.from(order, (place) => patience[place] as number);
  }

  spent(): number {
    return this.#spent(this.work);
  }

  /** The heat around which annealing is worth its time. */
  warmUp(): number {
    const { count, size } = this.#board;
    let heat = (4 * Math.abs(this.#board.total())) / count / size + 1;
    for (; this.spent() < mostWarmUp && heat > 1; heat *= 0.9) {
      this.#heatTo(heat);
      if (this.#sweep() <= hottest * count ** 2) break;
    }
    return heat;
  }

  /** Cools down until so much of the time is gone, and then accepts nothing that loses any more. */
  cool(hot: number, until: number): void {
    const from = this.spent();
    let heat = Infinity;
    for (let now = from; now < until; now = this.spent()) {
      const next = hot * (1 - (1 - coldest) * ((now - from) / (until - from)));
      if (next < step * heat) {
        heat = next;
        this.#heatTo(heat);
      }
      this.#sweep();
    }
    this.#board.mayLose(this.#losses.fill(-1));
    while (this.#sweep() > 0);
  }

  #heatTo(heat: number): void {
    for (let i = 0; i < this.#losses.length; i++)
      this.#losses[i] = Math.min(mostLoss, Math.round(heat * (this.#patience[i] as number)));
    this.#board.mayLose(this.#losses);
  }

  /** Answers how many swaps were accepted. */
  #sweep(): number {
    const { count } = this.#board;
    let accepted = 0;
    for (let one = 0; one < count && this.spent() < 1; one++) {
      const swaps = this.#board.sweep(one, this.#random.below(patience.length));
      this.work += count + (swaps * count) / 2;
      accepted += swaps;
    }
    return accepted;
  }
}
