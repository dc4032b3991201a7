export interface Group {
  score: number;
  members: number[];
}

export interface Grouping {
  value: number;
  /** The group of each element. */
  group: Int32Array;
}

/** Elements in groups of one size, with what each would score in every group: a swap is weighed in constant time. */
export class GroupBoard {
  readonly count: number;
  readonly size: number;
  readonly groups: number;
  readonly group: Int32Array;
  /** What each pair is worth above the poorest one, which is nothing. */
  readonly #pairs: Int32Array;
  readonly #least: number;
  /** What each element scores with each group, group after group, and with its own. */
  readonly #fits: Int32Array;
  readonly #own: Int32Array;
  readonly #gains: Int32Array;

  constructor(count: number, size: number, pairs: Int32Array) {
    this.count = count;
    this.size = size;
    this.groups = count / size;
    this.group = new Int32Array(count);
    this.#least = pairs.reduce(
      (least, pair, i) => (i % (count + 1) ? Math.min(least, pair) : least),
      Infinity,
    );
    this.#pairs = pairs.map((pair, i) => (i % (count + 1) ? pair - this.#least : 0));
    this.#fits = new Int32Array(this.groups * count);
    this.#own = new Int32Array(count);
    this.#gains = new Int32Array(this.groups);
  }

  arrange(group: Int32Array): void {
    const { count } = this;
    this.group.set(group);
    this.#fits.fill(0);
    for (let one = 0; one < count; one++) {
      const from = (group[one] as number) * count;
      for (let i = 0; i < count; i++)
        this.#fits[from + i] = (this.#fits[from + i] as number) + (this.#pairs[one * count + i] as number);
    }
    for (let i = 0; i < count; i++) this.#own[i] = this.#fits[(group[i] as number) * count + i] as number;
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

  /**
   * Offers one element a swap with every other, and accepts what loses no more than the next of `losses`, whose
   * number is a power of two. Answers how many were accepted.
   */
  sweep(one: number, losses: Int32Array, start: number): number {
    const { count, group } = this;
    const pairs = this.#pairs;
    const fits = this.#fits;
    const own = this.#own;
    const gains = this.#gains;
    const row = one * count;
    const mask = losses.length - 1;
    let accepted = 0;
    let from = this.#look(one);
    for (let other = 0; other < count; other++) {
      // No pair is worth less than nothing, so that most swaps are refused without a look at it.
      const most =
        ((fits[from + other] as number) -
          (own[other] as number) +
          (gains[group[other] as number] as number) +
          (losses[(start + other) & mask] as number)) |
        0;
      if (most < 0 || most < 2 * (pairs[row + other] as number)) continue;
      this.#swap(one, other);
      from = this.#look(one);
      accepted++;
    }
    return accepted;
  }

  /** What one element would gain in each group; its own it never enters. Answers where its group's fits begin. */
  #look(one: number): number {
    const { count } = this;
    const here = this.group[one] as number;
    for (let g = 0; g < this.groups; g++)
      this.#gains[g] = (this.#fits[g * count + one] as number) - (this.#own[one] as number);
    this.#gains[here] = -(2 ** 30);
    return here * count;
  }

  #swap(one: number, other: number): void {
    const { count, group } = this;
    const pairs = this.#pairs;
    const fits = this.#fits;
    const own = this.#own;
    const here = group[one] as number;
    const there = group[other] as number;
    const a = here * count;
    const b = there * count;
    const left = one * count;
    const come = other * count;
    group[one] = there;
    group[other] = here;
    for (let i = 0; i < count; i++) {
      const more = ((pairs[come + i] as number) - (pairs[left + i] as number)) | 0;
      fits[a + i] = ((fits[a + i] as number) + more) | 0;
      fits[b + i] = ((fits[b + i] as number) - more) | 0;
    }
    for (let i = 0; i < count; i++) own[i] = fits[Math.imul(group[i] as number, count) + i] as number;
  }
}
