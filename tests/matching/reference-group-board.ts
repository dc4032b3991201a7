/** GroupBoard without the kernel: it adds up pair by pair. */
export class ReferenceGroupBoard {
  readonly groupOf: Int32Array;
  readonly #pairScores: Int32Array;

  constructor(groupOf: Int32Array, pairScores: Int32Array) {
    this.groupOf = groupOf.slice();
    this.#pairScores = pairScores;
  }

  totalScore(): number {
    return this.groupOf.reduce((sum, group, one) => sum + this.#scoreWith(one, group), 0) / 2;
  }

  offerSwaps(one: number, lossLimits: Int32Array, firstLimit: number): number {
    let accepted = 0;
    for (let other = 0; other < this.groupOf.length; other++) {
      const [here, there] = [this.groupOf[one] ?? 0, this.groupOf[other] ?? 0];
      if (here === there) continue;
      const pairScore = this.#pairScores[one * this.groupOf.length + other] ?? 0;
      const gain =
        this.#scoreWith(other, here) -
        this.#scoreWith(other, there) +
        this.#scoreWith(one, there) -
        this.#scoreWith(one, here) -
        2 * pairScore;
      if (gain + (lossLimits[(firstLimit + other) % lossLimits.length] ?? 0) < 0) continue;
      this.groupOf.set([there], one);
      this.groupOf.set([here], other);
      accepted++;
    }
    return accepted;
  }

  #scoreWith(one: number, group: number): number {
    const { length } = this.groupOf;
    return this.groupOf.reduce(
      (sum, each, other) =>
        sum + (each === group && other !== one ? (this.#pairScores[one * length + other] ?? 0) : 0),
      0,
    );
  }
}
