import { tableSize } from "#app/lib/table-size.ts";

export const forbiddenScore = -(2 ** 30);

type NewMinGain = number;
type VisitTable = (kinds: Int32Array, score: number, gain: number) => NewMinGain;

/** Three times what a hundred different diners need. */
const maxAdditions = 300_000_000;

export class TableEnumerator {
  readonly #kindCount: number;
  readonly #counts: Int32Array;
  readonly #pairScores: Float64Array;
  readonly #languages: Int32Array;
  readonly #maxPairScores: Float64Array;
  readonly #table = new Int32Array(tableSize);
  /** By the number of diners at the table: what one more of each kind would gain. */
  readonly #addedGains: Float64Array[];
  #prices: Float64Array = new Float64Array();
  #minGain = 0;
  #additionsLeft = maxAdditions;
  #visit: VisitTable = () => 0;

  constructor(counts: Int32Array, pairScores: ArrayLike<number>, languages: Int32Array) {
    const kindCount = counts.length;
    this.#kindCount = kindCount;
    this.#counts = counts;
    this.#pairScores = Float64Array.from(pairScores);
    this.#languages = languages;
    this.#maxPairScores = Float64Array.from({ length: kindCount }, (_, kind) =>
      Math.max(...this.#pairScores.subarray(kind * kindCount, (kind + 1) * kindCount)),
    );
    this.#addedGains = Array.from({ length: tableSize }, () => new Float64Array(kindCount));
  }

  /** A table gains its score less its diners' prices. Returns false if it ran out of additions. */
  visitTables(prices: Float64Array, minGain: number, visit: VisitTable): boolean {
    this.#prices = prices;
    this.#minGain = minGain;
    this.#visit = visit;
    const first = this.#addedGains[0] as Float64Array;
    for (let kind = 0; kind < this.#kindCount; kind++) first[kind] = -(prices[kind] as number);
    this.#extendTable(0, 0, 0, -1);
    return this.#additionsLeft >= 0;
  }

  #extendTable(seated: number, firstKind: number, gain: number, languages: number): void {
    const seatsLeft = tableSize - seated;
    const addedGains = this.#addedGains[seated] as Float64Array;
    if (seatsLeft === 1) this.#fillLastSeat(firstKind, gain, languages, addedGains);
    else if (gain + this.#maxAddedGain(addedGains, firstKind, seatsLeft) > this.#minGain)
      this.#fillNextSeat(seated, firstKind, gain, languages, addedGains);
  }

  #fillNextSeat(
    seated: number,
    firstKind: number,
    gain: number,
    languages: number,
    addedGains: Float64Array,
  ): void {
    const nextGains = this.#addedGains[seated + 1] as Float64Array;
    for (let kind = firstKind; kind < this.#kindCount && this.#additionsLeft >= 0; kind++) {
      const sharedLanguages = languages & (this.#languages[kind] as number);
      const addedGain = addedGains[kind] as number;
      if (sharedLanguages === 0 || addedGain < forbiddenScore / 2) continue;
      const row = kind * this.#kindCount;
      this.#additionsLeft -= this.#kindCount - kind;
      for (let i = kind; i < this.#kindCount; i++)
        nextGains[i] = (addedGains[i] as number) + (this.#pairScores[row + i] as number);
      this.#table[seated] = kind;
      const nextKind = this.#isUsedUp(kind, seated) ? kind + 1 : kind;
      this.#extendTable(seated + 1, nextKind, gain + addedGain, sharedLanguages);
    }
  }

  #isUsedUp(kind: number, seat: number): boolean {
    const seatBefore = seat + 1 - (this.#counts[kind] as number);
    return seatBefore === seat || (seatBefore >= 0 && this.#table[seatBefore] === kind);
  }

  #fillLastSeat(firstKind: number, gain: number, languages: number, addedGains: Float64Array): void {
    for (let kind = firstKind; kind < this.#kindCount; kind++) {
      const fullGain = gain + (addedGains[kind] as number);
      if (fullGain <= this.#minGain || (languages & (this.#languages[kind] as number)) === 0) continue;
      this.#table[tableSize - 1] = kind;
      let score = fullGain;
      for (const member of this.#table) score += this.#prices[member] as number;
      this.#minGain = this.#visit(this.#table, score, fullGain);
    }
  }

  /** An upper bound: pairs between diners still to come count half for each of them. */
  #maxAddedGain(addedGains: Float64Array, firstKind: number, seatsLeft: number): number {
    const halfPairs = (seatsLeft - 1) / 2;
    let first = -Infinity;
    let second = -Infinity;
    let third = -Infinity;
    for (let kind = firstKind; kind < this.#kindCount; kind++) {
      const gain = (addedGains[kind] as number) + halfPairs * (this.#maxPairScores[kind] as number);
      for (let one = 0; one < (this.#counts[kind] as number) && gain > third; one++) {
        if (gain > first) {
          third = second;
          second = first;
          first = gain;
        } else if (gain > second) {
          third = second;
          second = gain;
        } else third = gain;
      }
    }
    return seatsLeft === 2 ? first + second : first + second + (seatsLeft - 2) * third;
  }
}
