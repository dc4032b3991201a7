import type { Random } from "#app/matching/random.ts";
import type { Groups, Rules, SeatPlan } from "#app/matching/rules.ts";
import { type FeatureVectors, penaltySlope, type ScoreFloor } from "#app/matching/scores.ts";
import type { DinerTerms } from "#app/matching/terms/diner-terms.ts";
import { TableVenues } from "#app/matching/venues/table-venues.ts";
import type { VenueKinds } from "#app/matching/venues/venue-kinds.ts";
import { tables } from "#kernel";
import { acceptanceThresholds, loadTerms, setGroups, type TermsKernel } from "./load-kernel.ts";

export const partnersPerDiner = 16;

export interface SweepContext {
  partners: Int32Array;
  rules: Rules;
  random: Random;
}

export interface AnnealingContext extends SweepContext {
  board: Board;
}

interface Kernel extends Record<List | Setting, WebAssembly.Global>, TermsKernel {
  rowLength: WebAssembly.Global;
  initialize(
    diners: number,
    seatsPerTable: number,
    featureCount: number,
    partnerCount: number,
    thresholdCount: number,
  ): void;
  computeScores(): void;
  computePairScores(one: number, from: number, to: number): void;
  swapGain(one: number, other: number, maxLoss: number): number;
  swap(one: number, other: number): void;
  sweep(temperature: number, proposals: number): number;
}

type List =
  | "dinerAt"
  | "seatOf"
  | "tableOf"
  | "tableScores"
  | "features"
  | "factors"
  | "pairScores"
  | "partners"
  | "boosts"
  | "acceptanceThresholds";
type Setting = "usesTerms" | "randomState" | "hasRules" | "minScore" | "boost" | "halfPoint" | "penaltySlope";

/** The kernel holds tables' sums of features, so that a swap takes the same time in a club of any size. */
export class Board implements SeatPlan {
  readonly dinerCount: number;
  readonly tableSize: number;
  readonly tableCount: number;
  readonly dinerAt: Int32Array;
  readonly seatOf: Int32Array;
  readonly tableOf: Int32Array;
  readonly tableScores: Int32Array;
  readonly #kernel: Kernel;
  readonly #pairScores: Int32Array;
  readonly #partners: Int32Array;
  readonly #vectors: FeatureVectors;
  #rules: Rules | undefined;
  #terms: DinerTerms | undefined;
  #floor: ScoreFloor | undefined;
  #tableVenues: TableVenues | undefined;

  constructor(vectors: FeatureVectors, tableSize: number, groups?: Groups | undefined) {
    const { dinerCount, featureCount, rows, factors } = vectors;
    if (!fitsIntegerWidths(vectors, tableSize))
      throw new RangeError("The weights are too large to add up exactly.");
    const allowsSwap = (one: number, other: number) => this.#rules?.allowsSwap(this, one, other);
    const allowsTables = (a: number, b: number) => this.#rules?.allowsTables(this, a, b);
    const imports = { tables: { allowsSwap, allowsTables } };
    const kernel = new WebAssembly.Instance(tables, imports).exports as unknown as Kernel;
    kernel.initialize(dinerCount, tableSize, featureCount, partnersPerDiner, acceptanceThresholds.length);
    // Growing the memory would detach lists that were made before.
    if (vectors.terms) loadTerms(kernel, vectors.terms, dinerCount);
    if (groups) kernel.initializeTogether(dinerCount, tableSize);
    setGroups(kernel, groups, dinerCount);
    const list = (name: List, length: number) =>
      new Int32Array(kernel.memory.buffer, kernel[name].value, length);
    this.#vectors = vectors;
    this.dinerCount = dinerCount;
    this.tableSize = tableSize;
    this.tableCount = dinerCount / tableSize;
    this.dinerAt = list("dinerAt", dinerCount);
    this.seatOf = list("seatOf", dinerCount);
    this.tableOf = list("tableOf", dinerCount);
    this.tableScores = list("tableScores", this.tableCount);
    this.#kernel = kernel;
    this.#pairScores = list("pairScores", dinerCount);
    this.#partners = list("partners", dinerCount * partnersPerDiner);

    const rowLength = kernel.rowLength.value;
    const features = new Int8Array(kernel.memory.buffer, kernel.features.value, dinerCount * rowLength);
    for (let diner = 0; diner < dinerCount; diner++)
      features.set(rows.subarray(diner * featureCount, (diner + 1) * featureCount), diner * rowLength);
    if (vectors.boosts) list("boosts", dinerCount).set(vectors.boosts);
    new Int16Array(kernel.memory.buffer, kernel.factors.value, featureCount).set(factors);
    new Float64Array(
      kernel.memory.buffer,
      kernel.acceptanceThresholds.value,
      acceptanceThresholds.length,
    ).set(acceptanceThresholds);
  }

  seatAll(order: Int32Array): void {
    this.dinerAt.set(order);
    for (let seat = 0; seat < this.dinerCount; seat++) {
      const diner = order[seat] as number;
      this.seatOf[diner] = seat;
      this.tableOf[diner] = Math.floor(seat / this.tableSize);
    }
    this.#kernel.computeScores();
    this.#tableVenues?.assign(this);
  }

  /** Only works if the board was made with groups. */
  setGroups(groups: Groups | undefined): void {
    setGroups(this.#kernel, groups, this.dinerCount);
  }

  /** Must be called before the diners are seated. */
  setVenueKinds(venueKinds: VenueKinds | undefined): void {
    this.#tableVenues = venueKinds && new TableVenues(venueKinds, this.tableCount);
  }

  get tableVenues(): TableVenues | undefined {
    return this.#tableVenues;
  }

  membersOf(table: number): Int32Array {
    return this.dinerAt.subarray(table * this.tableSize, (table + 1) * this.tableSize);
  }

  /** The next call overwrites the result. */
  pairScores(one: number, from: number, to: number): Int32Array {
    this.#kernel.computePairScores(one, from, to);
    return this.#pairScores.subarray(0, to - from);
  }

  /** Can return -Infinity early if the swap would lose more than `maxLoss`. */
  swapGain(one: number, other: number, maxLoss: number): number {
    return this.#kernel.swapGain(one, other, maxLoss);
  }

  swap(one: number, other: number): void {
    this.#kernel.swap(one, other);
  }

  sweep({ partners, rules, random }: SweepContext, temperature: number, proposals: number): number {
    const kernel = this.#kernel;
    this.#rules = rules;
    this.#partners.set(partners);
    kernel.hasRules.value = Number(rules.hasAny);
    kernel.randomState.value = random.state;
    const accepted = kernel.sweep(temperature, proposals);
    random.state = kernel.randomState.value;
    return accepted;
  }

  setFloor(floor: ScoreFloor): void {
    this.#floor = floor;
    this.#kernel.minScore.value = floor.minScore;
    this.#kernel.boost.value = this.#vectors.boosts ? floor.boost : 0;
    this.#kernel.halfPoint.value = floor.halfPoint;
    this.#kernel.penaltySlope.value = penaltySlope;
  }

  get floor(): ScoreFloor | undefined {
    return this.#floor;
  }

  /** From now on, the terms also count for the worth of tables. */
  applyTerms(): void {
    if (!this.#vectors.terms) return;
    this.#terms = this.#vectors.terms;
    this.#kernel.usesTerms.value = 1;
    this.#kernel.computeScores();
  }

  get hasTerms(): boolean {
    return this.#vectors.terms !== undefined;
  }

  get wishes(): readonly (readonly number[])[] | undefined {
    return this.#vectors.terms?.values.wishes;
  }

  /** Missing if no terms are in use. */
  get terms(): DinerTerms | undefined {
    return this.#terms;
  }

  worthOfTable(diners: ArrayLike<number>, score = this.#vectors.tableScore(diners)): number {
    const worth = this.#floor ? this.#floor.worthOf(score, this.#vectors.isBoosted(diners)) : score;
    return worth + (this.#terms?.changeOf(diners) ?? 0);
  }

  totalWorth(): number {
    let sum = 0;
    for (let table = 0; table < this.tableCount; table++)
      sum += this.worthOfTable(this.membersOf(table), this.tableScores[table] as number);
    return sum;
  }
}

/** Whether a feature times its factor fits into 16 bits, and a diner's score with a table into 32 bits. */
function fitsIntegerWidths(
  { rows, factors, featureCount, terms }: FeatureVectors,
  tableSize: number,
): boolean {
  const maxFeature = maxAbsolute(rows);
  const maxProduct = maxFeature * maxAbsolute(factors);
  const maxScore = maxProduct * maxFeature * tableSize * featureCount + (terms?.maxAmount ?? 0);
  return maxProduct < 2 ** 15 && maxScore < 2 ** 31;
}

function maxAbsolute(numbers: Iterable<number>): number {
  let max = 0;
  for (const number of numbers) max = Math.max(max, Math.abs(number));
  return max;
}
