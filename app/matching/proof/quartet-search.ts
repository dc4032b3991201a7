/** Of whom fours are made; numbered by their prices, the lowest first. */
interface Choices {
  count: number;
  /** What each two of them gain, `count` in a row. */
  gains: Float64Array;
  prices: Float64Array;
  /** How many of each there are. */
  counts: Int32Array;
}

/** The sum of four prices. */
interface PriceRange {
  from: number;
  below: number;
}

interface Visitor {
  /** The pairs of four gain more than this on average. */
  readonly minGain: number;
  /** What each four with these two lose at least on average; Infinity if they may not sit together. */
  costOf(one: number, other: number): number;
  visit(a: number, b: number, c: number, d: number): void;
}

/** A step takes some three nanoseconds. */
const stepsOfCost = 10;
const stepsOfVisit = 50;

/**
 * Finds all fours of which the six pairs gain enough on average. Without the one who adds the least to a four, the three pairs that
 * are left gain at least as much on average, and so does the best of them. So each four is found from the best pair of these three,
 * whose third and fourth are added only where the pairs so far gain enough. Of what is equal the first choices count as better, so
 * only one way leads to each four.
 */
export class QuartetSearch {
  /** Counts down with the time it takes. */
  stepsLeft: number;
  readonly choices: Choices;
  #range: PriceRange = { from: -Infinity, below: Infinity };
  #visitor: Visitor = { minGain: 0, costOf: () => 0, visit: () => {} };

  constructor(maxChoices: number, maxSteps: number) {
    this.stepsLeft = maxSteps;
    this.choices = {
      count: 0,
      gains: new Float64Array(maxChoices * maxChoices),
      prices: new Float64Array(maxChoices),
      counts: new Int32Array(maxChoices),
    };
  }

  /** Of fours whose prices add up to one in the range. */
  run(range: PriceRange, visitor: Visitor): void {
    const { count, gains, prices } = this.choices;
    this.#range = range;
    this.#visitor = visitor;
    this.stepsLeft -= count * count;
    for (let a = 0; a < count && this.stepsLeft >= 0; a++) {
      const price = prices[a] as number;
      const to = this.#firstPlaceFor(price, 2, range.below);
      for (let b = Math.max(a, this.#lastPlaceFor(price, 2, range.from)); b < to; b++) {
        const gain = gains[a * count + b] as number;
        if (gain <= visitor.minGain) continue;
        this.stepsLeft -= stepsOfCost;
        const cost = visitor.costOf(a, b);
        if (gain <= visitor.minGain + cost) continue;
        this.#addThird(a, b, gain, cost);
      }
    }
  }

  #addThird(a: number, b: number, gain: number, cost: number): void {
    if (a === b && (this.choices.counts[a] as number) < 2) return;
    const { count, gains, prices } = this.choices;
    const [rowA, rowB] = [a * count, b * count];
    const price = (prices[a] as number) + (prices[b] as number);
    const from = this.#lastPlaceFor(price, 1, this.#range.from);
    const to = this.#firstPlaceFor(price, 1, this.#range.below);
    this.stepsLeft -= to - from;
    for (let c = from; c < to; c++) {
      const gainA = gains[rowA + c] as number;
      if (gainA > gain || (gainA === gain && c < b)) continue;
      const gainB = gains[rowB + c] as number;
      if (gainB > gain || (gainB === gain && c < a)) continue;
      if (gain + gainA + gainB <= 3 * (this.#visitor.minGain + cost)) continue;
      if (this.#isUsedUp(c, a, b, -1)) continue;
      this.#addFourth(a, b, c, gain, gainA, gainB, cost);
    }
  }

  #addFourth(a: number, b: number, c: number, ab: number, ac: number, bc: number, cost: number): void {
    const { count, gains, prices } = this.choices;
    const [rowA, rowB, rowC] = [a * count, b * count, c * count];
    const price = (prices[a] as number) + (prices[b] as number) + (prices[c] as number);
    const from = this.#lastPlaceFor(price, 0, this.#range.from);
    const to = this.#firstPlaceFor(price, 0, this.#range.below);
    this.stepsLeft -= to - from;
    const missing = 6 * (this.#visitor.minGain + cost) - ab - ac - bc;
    for (let d = from; d < to; d++) {
      const ad = gains[rowA + d] as number;
      const bd = gains[rowB + d] as number;
      const cd = gains[rowC + d] as number;
      if (ad + bd + cd <= missing) continue;
      // The fourth adds the least; of those who add as much it is the last.
      const overA = bd + cd - ab - ac;
      if (overA > 0 || (overA === 0 && d < a)) continue;
      const overB = ad + cd - ab - bc;
      if (overB > 0 || (overB === 0 && d < b)) continue;
      const overC = ad + bd - ac - bc;
      if (overC > 0 || (overC === 0 && d < c)) continue;
      if (this.#isUsedUp(d, a, b, c)) continue;
      this.stepsLeft -= stepsOfVisit;
      this.#visitor.visit(a, b, c, d);
    }
  }

  #isUsedUp(place: number, a: number, b: number, c: number): boolean {
    let used = 0;
    if (a === place) used++;
    if (b === place) used++;
    if (c === place) used++;
    return used >= (this.choices.counts[place] as number);
  }

  /** Beyond it, prices are too high together, even with the lowest ones. */
  #firstPlaceFor(price: number, missing: number, below: number): number {
    const { prices } = this.choices;
    return this.#placeOf(below - price - missing * (prices[0] as number));
  }

  /** Before it, prices are too low together, even with the highest ones. */
  #lastPlaceFor(price: number, missing: number, from: number): number {
    const { count, prices } = this.choices;
    return this.#placeOf(from - price - missing * (prices[count - 1] as number));
  }

  /** The first choice that has at least this price. */
  #placeOf(price: number): number {
    const { count, prices } = this.choices;
    let from = 0;
    let to = count;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((prices[middle] as number) < price) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
