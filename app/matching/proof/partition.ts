import { tableSize } from "#app/lib/table-size.ts";
import type { Transport } from "#app/matching/venues/transport.ts";
import type { VenueRoom } from "./venue-limits.ts";

export interface CandidateTable {
  kinds: Int32Array;
  worth: number;
  /** A seating is worth no more than the bound less the losses of its tables. */
  loss: number;
}

interface Limits {
  maxLoss: number;
  /** The bound from which losses are counted. */
  maxWorth: number;
  maxSteps: number;
}

interface Partition {
  tables: Int32Array[] | undefined;
  /** Below 0 where the search is incomplete. */
  unusedSteps: number;
}

export function findBestPartition(
  counts: Int32Array,
  candidates: readonly CandidateTable[],
  limits: Limits,
  room?: VenueRoom | undefined,
): Partition {
  const sorted = [...candidates].sort((a, b) => a.loss - b.loss);
  const search = new PartitionSearch(counts, sorted, limits, room);
  search.run();
  return {
    tables: search.best?.map((index) => (sorted[index] as CandidateTable).kinds),
    unusedSteps: search.stepsLeft,
  };
}

/** Sets of tables are bits, sorted by loss; a step looks at one word for one kind. */
const wordBits = 32;

class PartitionSearch {
  best: number[] | undefined;
  stepsLeft: number;
  readonly #tableCount: number;
  readonly #kinds: Int32Array;
  readonly #losses: Float64Array;
  readonly #unseated: Int32Array;
  /** For each kind, the tables with at least one diner of it, those with at least two, and so on. */
  readonly #tablesWith: Int32Array[][];
  readonly #chosen: number[] = [];
  readonly #choosableByDepth: Int32Array[];
  readonly #maxWorth: number;
  readonly #worths: Float64Array;
  /** Where venues are scarce: places the chosen tables, by type. */
  readonly #transport: Transport | undefined;
  readonly #typeOf: Int32Array;
  #maxLoss: number;

  constructor(
    counts: Int32Array,
    sorted: CandidateTable[],
    { maxLoss, maxWorth, maxSteps }: Limits,
    room: VenueRoom | undefined,
  ) {
    const places = room?.transport(sorted.map(({ kinds }) => kinds));
    this.#transport = places?.transport;
    this.#typeOf = places?.typeOf ?? new Int32Array();
    this.stepsLeft = maxSteps;
    this.#maxLoss = maxLoss;
    this.#maxWorth = maxWorth;
    this.#worths = Float64Array.from(sorted, ({ worth }) => worth);
    this.#tableCount = counts.reduce((sum, count) => sum + count, 0) / tableSize;
    this.#kinds = Int32Array.from(sorted.flatMap(({ kinds }) => [...kinds]));
    this.#losses = Float64Array.from(sorted, ({ loss }) => loss);
    this.#unseated = counts.slice();
    const wordCount = Math.ceil(sorted.length / wordBits);
    const emptySet = () => new Int32Array(wordCount);
    this.#tablesWith = Array.from(counts, (count) =>
      Array.from({ length: Math.min(count, tableSize) }, emptySet),
    );
    this.#choosableByDepth = Array.from({ length: this.#tableCount + 1 }, emptySet);
    for (let table = 0; table < sorted.length; table++) {
      this.#addToSet(this.#choosableByDepth[0] as Int32Array, table);
      for (const [kind, count] of this.#countKindsAt(table))
        for (let i = 0; i < count; i++) this.#addToSet(this.#tablesWith[kind]?.[i] as Int32Array, table);
    }
  }

  run(): void {
    this.#chooseNext(0, this.#choosableByDepth[0]?.length as number, 0);
  }

  #chooseNext(depth: number, wordCount: number, loss: number): void {
    if (depth === this.#tableCount) {
      const chosen = this.#chosen.slice(0, depth);
      const missing = chosen.reduce((sum, table) => sum - (this.#worths[table] as number), this.#maxWorth);
      if (missing > this.#maxLoss) return;
      this.best = chosen;
      this.#maxLoss = missing - 1e-9;
      return;
    }
    const choosable = this.#choosableByDepth[depth] as Int32Array;
    const kind = this.#findScarcestKind(choosable, wordCount, loss);
    if (kind < 0) return;
    const withKind = this.#tablesWith[kind]?.[0] as Int32Array;
    for (let word = 0; word < wordCount; word++) {
      for (
        let rest = (choosable[word] as number) & (withKind[word] as number);
        rest !== 0;
        rest &= rest - 1
      ) {
        const table = word * wordBits + lowestBitIndex(rest);
        const lossAfter = loss + (this.#losses[table] as number);
        if (this.stepsLeft < 0 || lossAfter > this.#maxLoss) return;
        this.#chosen[depth] = table;
        if (this.#hasPlace(table)) {
          this.#seatDiners(table, 1);
          this.#chooseNext(depth + 1, this.#narrowChoices(depth, wordCount, lossAfter), lossAfter);
          this.#seatDiners(table, -1);
          this.#transport?.remove(this.#typeOf[table] as number);
        }
        choosable[word] = (choosable[word] as number) & ~(rest & -rest);
      }
    }
  }

  #hasPlace(table: number): boolean {
    return !this.#transport || this.#transport.place(this.#typeOf[table] as number);
  }

  /** Returns -1 where no partition is left. */
  #findScarcestKind(choosable: Int32Array, wordCount: number, loss: number): number {
    let scarcest = -1;
    let minChoices = Infinity;
    let minLoss = 0;
    for (let kind = 0; kind < this.#unseated.length; kind++) {
      const unseated = this.#unseated[kind] as number;
      if (unseated === 0) continue;
      this.stepsLeft -= wordCount;
      const withKind = this.#tablesWith[kind]?.[0] as Int32Array;
      let choices = 0;
      for (let word = 0; word < wordCount; word++) {
        const found = (choosable[word] as number) & (withKind[word] as number);
        if (found === 0) continue;
        if (choices === 0)
          minLoss += unseated * (this.#losses[word * wordBits + lowestBitIndex(found)] as number);
        choices += countBits(found);
      }
      if (choices === 0) return -1;
      if (choices >= minChoices) continue;
      minChoices = choices;
      scarcest = kind;
    }
    return loss + minLoss / tableSize > this.#maxLoss ? -1 : scarcest;
  }

  #narrowChoices(depth: number, wordCount: number, loss: number): number {
    let kept = wordCount;
    while (kept > 0 && loss + (this.#losses[(kept - 1) * wordBits] as number) > this.#maxLoss) kept--;
    const next = this.#choosableByDepth[depth + 1] as Int32Array;
    next.set((this.#choosableByDepth[depth] as Int32Array).subarray(0, kept));
    const table = this.#chosen[depth] as number;
    for (let at = table * tableSize; at < (table + 1) * tableSize; at++) {
      const kind = this.#kinds[at] as number;
      const withTooMany = this.#tablesWith[kind]?.[this.#unseated[kind] as number];
      if (!withTooMany) continue;
      for (let word = 0; word < kept; word++)
        next[word] = (next[word] as number) & ~(withTooMany[word] as number);
    }
    return kept;
  }

  #addToSet(set: Int32Array, table: number): void {
    const word = Math.floor(table / wordBits);
    set[word] = (set[word] as number) | (1 << (table % wordBits));
  }

  #countKindsAt(table: number): Map<number, number> {
    const counts = new Map<number, number>();
    for (const kind of this.#kinds.subarray(table * tableSize, (table + 1) * tableSize))
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return counts;
  }

  #seatDiners(table: number, direction: 1 | -1): void {
    for (let at = table * tableSize; at < (table + 1) * tableSize; at++) {
      const kind = this.#kinds[at] as number;
      this.#unseated[kind] = (this.#unseated[kind] as number) - direction;
    }
  }
}

const lowestBitIndex = (word: number) => 31 - Math.clz32(word & -word);

export function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
