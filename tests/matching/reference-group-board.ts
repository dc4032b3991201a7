/** What the kernel's GroupBoard does, without a kernel: it adds up groups pair by pair. */
export class PlainGroupBoard {
  readonly group: Int32Array;
  readonly #pairs: Int32Array;

  constructor(group: Int32Array, pairs: Int32Array) {
    this.group = group.slice();
    this.#pairs = pairs;
  }

  total(): number {
    return this.group.reduce((sum, place, one) => sum + this.#fit(one, place), 0) / 2;
  }

  sweep(one: number, losses: Int32Array, start: number): number {
    let accepted = 0;
    for (let other = 0; other < this.group.length; other++) {
      const [here, there] = [this.group[one] ?? 0, this.group[other] ?? 0];
      if (here === there) continue;
      const pair = this.#pairs[one * this.group.length + other] ?? 0;
      const gain =
        this.#fit(other, here) -
        this.#fit(other, there) +
        this.#fit(one, there) -
        this.#fit(one, here) -
        2 * pair;
      if (gain + (losses[(start + other) % losses.length] ?? 0) < 0) continue;
      this.group.set([there], one);
      this.group.set([here], other);
      accepted++;
    }
    return accepted;
  }

  #fit(one: number, place: number): number {
    const { length } = this.group;
    return this.group.reduce(
      (sum, each, other) =>
        sum + (each === place && other !== one ? (this.#pairs[one * length + other] ?? 0) : 0),
      0,
    );
  }
}
