/** Mulberry32 gives the same numbers from the same seed on every JavaScript engine. */
export class Random {
  readonly #state: Int32Array;

  constructor(seed: number) {
    this.#state = Int32Array.of(seed ^ 0x6a09e667);
  }

  get state(): number {
    return this.#state[0] as number;
  }

  set state(state: number) {
    this.#state[0] = state;
  }

  nextUint32(): number {
    const state = ((this.#state[0] as number) + 0x6d2b79f5) | 0;
    this.#state[0] = state;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  nextBelow(limit: number): number {
    return Math.floor((this.nextUint32() / 2 ** 32) * limit);
  }

  shuffle(list: Int32Array): Int32Array {
    for (let i = list.length - 1; i > 0; i--) {
      const j = this.nextBelow(i + 1);
      const swapped = list[i] as number;
      list[i] = list[j] as number;
      list[j] = swapped;
    }
    return list;
  }
}
