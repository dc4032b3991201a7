import { patience } from "./anneal.ts";
import type { GroupBoard } from "./group-board.ts";
import type { Random } from "./random.ts";

/** Where annealing begins and ends: when so many of all swaps proposed are still accepted. */
const hottest = 0.012;
const coldest = 0.00008;
const ratio = 0.985;
/** Where all elements are alike nothing ever freezes. */
const mostSteps = 200;

/** Anneals a grouping, one sweep through all pairs after another. */
export class Furnace {
  /** How many proposals were made so far; a swap is work for several. */
  work = 0;
  readonly #board: GroupBoard;
  readonly #random: Random;
  readonly #patience: Float64Array;
  readonly #losses = new Int32Array(patience.length);

  constructor(board: GroupBoard, random: Random) {
    this.#board = board;
    this.#random = random;
    const order = random.shuffle(Int32Array.from(patience.keys()));
    this.#patience = Float64Array.from(order, (place) => patience[place] as number);
  }

  /** The heat at which annealing is worth its time. */
  warmUp(): number {
    const { count, size } = this.#board;
    let heat = (4 * Math.abs(this.#board.total())) / count / size + 1;
    for (let i = 0; i < mostSteps; i++, heat *= 0.9) {
      this.#heatTo(heat);
      if (this.#sweep() <= hottest) break;
    }
    return heat;
  }

  /** Cools until next to nothing is accepted, so many sweeps a step, or until time is up. Answers in how many steps. */
  cool(hot: number, sweeps: number, isOver: () => boolean): number {
    let steps = 0;
    let accepted = 1;
    for (let heat = hot; steps < mostSteps && accepted > coldest && !isOver(); heat *= ratio) {
      this.#heatTo(heat);
      accepted = 0;
      for (let i = 0; i < sweeps; i++) accepted += this.#sweep() / sweeps;
      steps++;
    }
    this.#losses.fill(-1);
    for (let i = 0; i < 20 && this.#sweep() > 0; i++);
    return steps;
  }

  #heatTo(heat: number): void {
    for (let i = 0; i < this.#losses.length; i++)
      this.#losses[i] = Math.round(heat * (this.#patience[i] as number));
  }

  #sweep(): number {
    const { count } = this.#board;
    let accepted = 0;
    for (let one = 0; one < count; one++)
      accepted += this.#board.sweep(one, this.#losses, this.#random.next() >>> 8);
    this.work += count ** 2 + (accepted * count) / 2;
    return accepted / count ** 2;
  }
}
