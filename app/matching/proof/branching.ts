import { tableSize } from "#app/lib/table-size.ts";
import { type Cut, type Fraction, findBrokenCuts } from "./cuts.ts";
import { LinearProgram, roundPrice, unseatedPenalty } from "./linear-program.ts";
import { type CandidateTable, findBestPartition } from "./partition.ts";
import type { KnownTable } from "./program-columns.ts";
import type { VenueRoom } from "./venue-limits.ts";

interface BranchingResult {
  /** The best seating worth at least `minWorth`. */
  tables: Int32Array[] | undefined;
  /** Whether there is none better of these tables. */
  isComplete: boolean;
}

interface Node {
  tables: CandidateTable[];
  maxWorth: number;
  fractions: Fraction[];
  cutPrices: Float64Array;
}

const maxNodes = 60;
const maxCutRounds = 12;
const stepsPerNode = 30_000_000;
/** So much longer a step takes than a unit of work. */
const workPerStep = 3;
const tablesPerRound = 150;

/** Branch and bound: searches completely where few tables are left, and else tries a likely pair together and then apart. */
export class Branching {
  readonly #counts: Int32Array;
  readonly #room: VenueRoom | undefined;
  /** They hold for all seatings, so they stay from run to run. */
  #cuts: Cut[] = [];
  #nodesLeft = maxNodes;
  #workLeft: number;
  #minWorth = 0;
  #best: Int32Array[] | undefined;
  #isComplete = true;

  constructor(counts: Int32Array, room: VenueRoom | undefined, maxWork: number) {
    this.#counts = counts;
    this.#room = room;
    this.#workLeft = maxWork;
  }

  run(tables: CandidateTable[], minWorth: number): BranchingResult {
    this.#minWorth = minWorth;
    this.#best = undefined;
    this.#isComplete = true;
    this.#branch(tables, true);
    return { tables: this.#best, isComplete: this.#isComplete };
  }

  #branch(tables: readonly CandidateTable[], mayCut: boolean): void {
    if (this.#nodesLeft-- <= 0) {
      this.#isComplete = false;
      return;
    }
    let node = this.#bound(tables);
    if (!node) {
      this.#isComplete = false;
      return;
    }
    if (this.#isDone(node)) return;
    for (let round = 0; round < maxCutRounds; round++) {
      const brokenLimit = this.#room?.findBrokenLimit(node.fractions);
      if (!mayCut && !brokenLimit) break;
      const broken = mayCut ? findBrokenCuts(this.#counts, node.fractions) : [];
      if (brokenLimit && this.#room) broken.push(this.#room.cutBy(brokenLimit));
      if (broken.length === 0) break;
      this.#cuts.push(...broken);
      const tightened = this.#bound(node.tables);
      if (!tightened) break;
      if (this.#isDone(tightened)) return;
      const isTighter = tightened.maxWorth < node.maxWorth;
      node = tightened;
      // A cut without a price does not lower the bound, and makes each program slower.
      this.#cuts = this.#cuts.filter((_, i) => (tightened.cutPrices[i] as number) > 0);
      if (!isTighter) break;
    }
    const pair = this.#findPair(node.fractions);
    if (!pair) {
      this.#isComplete = false;
      return;
    }
    const [one, other] = pair;
    const together = node.tables.filter(({ kinds }) => kinds.includes(one) === kinds.includes(other));
    const apart = node.tables.filter(({ kinds }) => !(kinds.includes(one) && kinds.includes(other)));
    this.#branch(together, false);
    this.#branch(apart, false);
  }

  /** Whether no seating of these tables is better than the best, which is then known. */
  #isDone({ tables, maxWorth }: Node): boolean {
    if (Math.floor(maxWorth) < this.#minWorth) return true;
    const limits = { maxLoss: maxWorth - this.#minWorth, maxWorth, maxSteps: stepsPerNode };
    const { tables: found, unusedSteps } = findBestPartition(this.#counts, tables, limits, this.#room);
    this.#workLeft -= workPerStep * (stepsPerNode - Math.max(0, unusedSteps));
    if (found) {
      const worths = new Map(tables.map(({ kinds, worth }) => [kinds, worth]));
      this.#best = found;
      this.#minWorth = found.reduce((sum, kinds) => sum + (worths.get(kinds) as number), 0) + 1;
    }
    return unusedSteps >= 0;
  }

  /** Tables that lose too much are dropped, and the others are sorted by their loss. Undefined where it takes too long. */
  #bound(tables: readonly CandidateTable[]): Node | undefined {
    const solved = this.#solve(tables);
    if (!solved) return undefined;
    const { maxWorth, gains, slack, fractions, cutPrices } = solved;
    const maxLoss = maxWorth - this.#minWorth;
    const candidates = tables.flatMap(({ kinds, worth }, i) => {
      const loss = slack - (gains[i] as number);
      return loss <= maxLoss ? [{ kinds, worth, loss }] : [];
    });
    candidates.sort((one, other) => one.loss - other.loss);
    return { tables: candidates, maxWorth, fractions, cutPrices };
  }

  /** Any prices give a valid bound, so the tables are added to the program only as far as they change it. */
  #solve(tables: readonly KnownTable[]) {
    const counts = this.#counts;
    const cuts = this.#cuts;
    const cutsOf = tables.map(({ kinds }) =>
      cuts.flatMap((cut, i) => (cut.counts(kinds) ? [counts.length + i] : [])),
    );
    const program = new LinearProgram(counts, cuts, unseatedPenalty);
    const isAdded = new Uint8Array(tables.length);
    const add = (i: number) => {
      program.addTable(tables[i] as KnownTable);
      isAdded[i] = 1;
    };
    for (let i = 0; i < Math.min(tables.length, 3 * counts.length); i++) add(i);
    this.#workLeft -= tables.length * cuts.length;
    while (this.#workLeft >= 0) {
      const workBefore = program.work;
      program.solve();
      this.#workLeft -= program.work - workBefore + 20 * tables.length;
      const prices = program.prices.map((price, row) =>
        row < counts.length ? roundPrice(price) : Math.max(0, roundPrice(price)),
      );
      const gains = tables.map(({ kinds, worth }, i) => {
        let gain = worth;
        for (const kind of kinds) gain -= prices[kind] as number;
        for (const row of cutsOf[i] as number[]) gain -= prices[row] as number;
        return gain;
      });
      const missing = [...gains.keys()].filter((i) => !isAdded[i] && (gains[i] as number) > 0.01);
      if (missing.length > 0) {
        missing.sort((a, b) => (gains[b] as number) - (gains[a] as number));
        for (const i of missing.slice(0, tablesPerRound)) add(i);
        continue;
      }
      const slack = gains.reduce((max, gain) => Math.max(max, gain), 0);
      const tableCount = counts.reduce((sum, count) => sum + count, 0) / tableSize;
      const maxWorth = prices.reduce(
        (sum, price, row) => sum + price * (counts[row] ?? (cuts[row - counts.length]?.limit as number)),
        tableCount * slack,
      );
      return {
        maxWorth,
        gains,
        slack,
        fractions: program.fractions,
        cutPrices: prices.slice(counts.length),
      };
    }
    return undefined;
  }

  /** The pair of diners nearest to half a table together; undefined where all are together or apart. */
  #findPair(fractions: Fraction[]): [number, number] | undefined {
    const kindCount = this.#counts.length;
    const together = new Map<number, number>();
    for (const { kinds, fraction } of fractions) {
      for (const [i, one] of kinds.entries()) {
        for (const other of kinds.subarray(0, i)) {
          if (this.#counts[one] !== 1 || this.#counts[other] !== 1) continue;
          const key = Math.min(one, other) * kindCount + Math.max(one, other);
          together.set(key, (together.get(key) ?? 0) + fraction);
        }
      }
    }
    let nearest = 0.49;
    let pair: [number, number] | undefined;
    for (const [key, fraction] of together) {
      const distance = Math.abs(fraction - 0.5);
      if (distance >= nearest) continue;
      nearest = distance;
      pair = [Math.floor(key / kindCount), key % kindCount];
    }
    return pair;
  }
}
