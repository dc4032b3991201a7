/** Mulberry32: one word of state, 32 bits a call, the same ones on every engine. */
export class Random {
  readonly #state: Int32Array;

  constructor(seed: number) {
    this.#state = Int32Array.of(seed ^ 0x6a09e667);
  }

  /** All it knows: whoever begins with this draws the same from here on. */
  get state(): number {
    return this.#state[0] as number;
  }

  set state(state: number) {
    this.#state[0] = state;
  }

  /** A whole number from 0 up to 2^32. */
  next(): number {
    const state = ((this.#state[0] as number) + 0x6d2b79f5) | 0;
    this.#state[0] = state;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  below(limit: number): number {
    return Math.floor((this.next() / 2 ** 32) * limit);
  }

  shuffle(list: Int32Array): Int32Array {
    for (let i = list.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      const kept = list[i] as number;
      list[i] = list[j] as number;
      list[j] = kept;
    }
    return list;
  }
}
