import { tableSize } from "#app/lib/table-size.ts";
import type { Random } from "#app/matching/random.ts";
import type { Groups, Rules, SeatPlan } from "#app/matching/rules.ts";
import { type FeatureVectors, penaltySlope, type ScoreFloor } from "#app/matching/scores.ts";
import type { DinerTerms } from "#app/matching/terms/diner-terms.ts";
import { TableVenues } from "#app/matching/venues/table-venues.ts";
import { tables } from "#kernel";
import { acceptanceThresholds, loadTerms, type TermsKernel } from "./load-kernel.ts";

export const partnersPerDiner = 16;

export interface AnnealingContext {
  board: Board;
  partners: Int32Array;
  random: Random;
}

export type SweepContext = Omit<AnnealingContext, "board">;

interface Kernel extends Record<List | Setting, WebAssembly.Global>, TermsKernel {
  rowLength: WebAssembly.Global;
  initialize(
    diners: number,
    seatsPerTable: number,
    featureCount: number,
    partnerCount: number,
    thresholdCount: number,
  ): void;
  initializeTogether(diners: number, seatsPerTable: number): void;
  computeScores(): void;
  computePairScores(one: number, from: number, to: number): void;
  swapGain(one: number, other: number, maxLoss: number): number;
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
  | "nextTogether"
  | "acceptanceThresholds";
type Setting = "usesTerms" | "randomState" | "hasRules" | "minScore" | "boost" | "halfPoint" | "penaltySlope";

/** The kernel holds tables' sums of features, so that a swap takes the same time in a club of any size. */
export class Board implements SeatPlan {
  readonly dinerCount: number;
  readonly tableCount: number;
  readonly dinerAt: Int32Array;
  readonly seatOf: Int32Array;
  readonly tableOf: Int32Array;
  readonly tableScores: Int32Array;
  readonly #kernel: Kernel;
  readonly #pairScores: Int32Array;
  readonly #partners: Int32Array;
  readonly #nextTogether: Int32Array;
  readonly groups: Groups | undefined;
  readonly vectors: FeatureVectors;
  readonly tableVenues: TableVenues | undefined;
  /** Missing until terms count. */
  #terms: DinerTerms | undefined;
  #floor: ScoreFloor | undefined;

  constructor(vectors: FeatureVectors, rules: Rules) {
    const { dinerCount, featureCount, rows, factors } = vectors;
    if (!fitsIntegerWidths(vectors)) throw new RangeError("The weights are too large to add up exactly.");
    const allowsSwap = (one: number, other: number) => rules.allowsSwap(this, one, other);
    const allowsTables = (a: number, b: number) => rules.allowsTables(this, a, b);
    const imports = { tables: { allowsSwap, allowsTables } };
    const kernel = new WebAssembly.Instance(tables, imports).exports as unknown as Kernel;
    kernel.initialize(dinerCount, tableSize, featureCount, partnersPerDiner, acceptanceThresholds.length);
    // Growing the memory would detach lists that were made before.
    if (vectors.terms) loadTerms(kernel, vectors.terms, dinerCount);
    if (rules.groups || vectors.terms?.hasWishes) kernel.initializeTogether(dinerCount, tableSize);
    kernel.hasRules.value = Number(rules.hasAny);
    const list = (name: List, length: number) =>
      new Int32Array(kernel.memory.buffer, kernel[name].value, length);
    this.vectors = vectors;
    this.dinerCount = dinerCount;
    this.tableCount = dinerCount / tableSize;
    this.dinerAt = list("dinerAt", dinerCount);
    this.seatOf = list("seatOf", dinerCount);
    this.tableOf = list("tableOf", dinerCount);
    this.tableScores = list("tableScores", this.tableCount);
    this.tableVenues = rules.venueKinds && new TableVenues(rules.venueKinds, this.tableCount);
    this.#kernel = kernel;
    this.#pairScores = list("pairScores", dinerCount);
    this.#partners = list("partners", dinerCount * partnersPerDiner);
    this.groups = rules.groups;
    this.#nextTogether = list("nextTogether", kernel.nextTogether.value ? dinerCount : 0);
    this.setGroups(rules.groups);

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
      this.tableOf[diner] = Math.floor(seat / tableSize);
    }
    this.#kernel.computeScores();
    this.tableVenues?.assign(this.dinerAt);
  }

  membersOf(table: number): Int32Array {
    return this.dinerAt.subarray(table * tableSize, (table + 1) * tableSize);
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

  sweep({ partners, random }: SweepContext, temperature: number, proposals: number): number {
    const kernel = this.#kernel;
    this.#partners.set(partners);
    kernel.randomState.value = random.state;
    const accepted = kernel.sweep(temperature, proposals);
    random.state = kernel.randomState.value;
    return accepted;
  }

  setFloor(floor: ScoreFloor): void {
    this.#floor = floor;
    this.#kernel.minScore.value = floor.minScore;
    this.#kernel.boost.value = this.vectors.boosts ? floor.boost : 0;
    this.#kernel.halfPoint.value = floor.halfPoint;
    this.#kernel.penaltySlope.value = penaltySlope;
  }

  get floor(): ScoreFloor | undefined {
    return this.#floor;
  }

  /** From now on, the terms also count for the worth of tables. */
  applyTerms(): void {
    if (!this.vectors.terms) return;
    this.#terms = this.vectors.terms;
    this.#kernel.usesTerms.value = 1;
    this.#kernel.computeScores();
  }

  /** Groups move as one. */
  setGroups(groups: Groups | undefined): void {
    const next = this.#nextTogether;
    for (let diner = 0; diner < next.length; diner++) {
      const group = groups?.of(diner) ?? [diner];
      next[diner] = group[(group.indexOf(diner) + 1) % group.length] as number;
    }
  }

  worthOfTable(diners: ArrayLike<number>, score = this.vectors.tableScore(diners)): number {
    const worth = this.#floor ? this.#floor.worthOf(score, this.vectors.isBoosted(diners)) : score;
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
function fitsIntegerWidths({ rows, factors, featureCount, terms }: FeatureVectors): boolean {
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
