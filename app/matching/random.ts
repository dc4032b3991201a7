/** Marsaglia's xorshift128: 32 bits a call, the same ones on every engine. */
export class Random {
  readonly #state: Int32Array;

  constructor(seed: number) {
    this.#state = Int32Array.of(seed ^ 0x6a09e667, seed ^ 0xbb67ae85, 0x3c6ef372, 0xa54ff53a);
    for (let i = 0; i < 20; i++) this.next();
  }

  /** A whole number from 0 up to 2^32. */
  next(): number {
    const state = this.#state;
    const old = state[0] as number;
    const t = old ^ (old << 11);
    const last = state[3] as number;
    state[0] = state[1] as number;
    state[1] = state[2] as number;
    state[2] = last;
    const fresh = last ^ (last >>> 19) ^ t ^ (t >>> 8);
    state[3] = fresh;
    return fresh >>> 0;
  }

  below(limit: number): number {
    return Math.floor((this.next() / 4_294_967_296) * limit);
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
