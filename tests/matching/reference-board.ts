import { tableSize } from "#app/lib/table-size.ts";
import type { Rules, SeatPlan } from "#app/matching/rules.ts";
import type { FeatureVectors, ScoreFloor } from "#app/matching/scores.ts";
import { partnersPerDiner, type SweepContext } from "#app/matching/search/board.ts";
import { acceptanceThresholds } from "#app/matching/search/load-kernel.ts";

/** Board without the kernel: it adds up pair by pair. */
export class ReferenceBoard implements SeatPlan {
  readonly dinerAt: Int32Array;
  readonly seatOf: Int32Array;
  readonly tableOf: Int32Array;
  readonly #vectors: FeatureVectors;
  readonly #rules: Rules;
  readonly #floor: ScoreFloor | undefined;

  constructor(vectors: FeatureVectors, rules: Rules, order: Int32Array, floor?: ScoreFloor) {
    this.#vectors = vectors;
    this.#rules = rules;
    this.#floor = floor;
    this.dinerAt = order.slice();
    this.seatOf = new Int32Array(order.length);
    this.tableOf = new Int32Array(order.length);
    order.forEach((diner, seat) => {
      this.seatOf[diner] = seat;
      this.tableOf[diner] = Math.floor(seat / tableSize);
    });
  }

  scoreOf(table: number): number {
    return this.#scoreOf(this.#membersOf(table));
  }

  swapGain(one: number, other: number, maxLoss: number): number {
    const [a, b] = [this.tableOf[one] ?? 0, this.tableOf[other] ?? 0];
    const [membersA, membersB] = [this.#membersOf(a), this.#membersOf(b)];
    const isBelowFloor = (table: number) =>
      this.#floor &&
      this.scoreOf(table) < this.#floor.minScore + (this.#vectors.boosts ? this.#floor.boost : 0);
    const oneNow = this.#scoreWith(one, membersA);
    const oneThen = this.#scoreWith(one, membersB.toSpliced(membersB.indexOf(other), 1));
    const bonusOf = (members: number[]) => this.#vectors.terms?.bonusOf(members) ?? 0;
    const bonusAdded =
      bonusOf(membersB.with(membersB.indexOf(other), one)) -
      bonusOf(membersB.filter((each) => each !== other)) -
      bonusOf(membersA) +
      bonusOf(membersA.filter((each) => each !== one));
    const costOf = (members: number[]) => this.#vectors.terms?.costOf(members) ?? 0;
    const costs = costOf(membersA) + costOf(membersB);
    if (oneThen - oneNow + bonusAdded + costs + maxLoss < 0 && !isBelowFloor(a) && !isBelowFloor(b))
      return -Infinity;
    const gainOf = (members: number[], leaving: number, arriving: number) =>
      worthOf(members.with(members.indexOf(leaving), arriving)) - worthOf(members);
    const worthOf = (members: number[]) => this.#worthOf(members) + bonusOf(members) - costOf(members);
    return gainOf(membersA, one, other) + gainOf(membersB, other, one);
  }

  sweep({ partners, random }: SweepContext, temperature: number, proposals: number): number {
    const { dinerAt, seatOf, tableOf } = this;
    const dinerCount = dinerAt.length;
    let accepted = 0;
    let diner = random.nextBelow(dinerCount);
    for (let i = 0; i < proposals; i++) {
      diner = (diner + 1) % dinerCount;
      const bits = random.nextUint32();
      const partner = partners[diner * partnersPerDiner + ((bits >>> 5) & (partnersPerDiner - 1))] ?? 0;
      const seatAtTable = (seatOf[partner] ?? 0) % tableSize;
      const nextSeat = (seatAtTable + 1 + ((((bits >>> 9) & 2047) * (tableSize - 1)) >>> 11)) % tableSize;
      const tablemate = dinerAt[(tableOf[partner] ?? 0) * tableSize + nextSeat] ?? 0;
      const other = bits & 31 ? tablemate : Math.imul((bits >>> 4) & 0xffff, dinerCount) >>> 16;
      if (tableOf[diner] === tableOf[other]) continue;
      const maxLoss = Math.floor(temperature * (acceptanceThresholds[bits >>> 20] ?? 0) + 0.5);
      if (this.swapGain(diner, other, maxLoss) + maxLoss < 0) continue;
      if (this.#rules.hasAny && !this.#rules.allowsSwap(this, diner, other)) continue;
      this.#swap(diner, other);
      accepted++;
    }
    return accepted;
  }

  #swap(one: number, other: number): void {
    const [seatOfOne, seatOfOther] = [this.seatOf[one] ?? 0, this.seatOf[other] ?? 0];
    this.dinerAt.set([other], seatOfOne);
    this.dinerAt.set([one], seatOfOther);
    this.seatOf.set([seatOfOther], one);
    this.seatOf.set([seatOfOne], other);
    this.tableOf.set([Math.floor(seatOfOther / tableSize)], one);
    this.tableOf.set([Math.floor(seatOfOne / tableSize)], other);
  }

  #scoreOf = (members: number[]) => this.#vectors.tableScore(members);

  #membersOf = (table: number) => [...this.dinerAt.subarray(table * tableSize, (table + 1) * tableSize)];

  #scoreWith = (one: number, others: number[]) =>
    others.reduce((sum, other) => sum + (other === one ? 0 : this.#vectors.pairScore(one, other)), 0);

  #worthOf(members: number[]): number {
    const score = this.#scoreOf(members);
    return this.#floor?.worthOf(score, this.#vectors.isBoosted(members)) ?? score;
  }
}
