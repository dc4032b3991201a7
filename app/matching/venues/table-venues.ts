import { tableSize } from "#app/lib/table-size.ts";
import { addBit, hasBit, removeBit, wordBits } from "#app/matching/bits.ts";
import { groupByMask, Transport } from "./transport.ts";
import type { VenueKinds } from "./venue-kinds.ts";

export interface TablePlan {
  dinerAt: Int32Array;
  tableOf: Int32Array;
}

/** How many other tables are tried for an exchange of their kinds of venues. */
const maxTried = 24;

/** The kind of venue of each table. A swap may change kinds, so that more swaps are legal. */
export class TableVenues {
  readonly kindOf: Int32Array;
  readonly #kinds: VenueKinds;
  readonly #tableCount: number;
  #free: Int32Array;
  /** The set of kinds that have a free table. */
  #freeKinds: Int32Array;
  #nextTried = 0;
  readonly #afterA: Int32Array;
  readonly #afterB: Int32Array;

  constructor(kinds: VenueKinds, tableCount: number) {
    this.#kinds = kinds;
    this.#tableCount = tableCount;
    this.kindOf = new Int32Array(tableCount);
    this.#free = kinds.tables.slice();
    this.#freeKinds = new Int32Array(kinds.wordCount);
    this.#afterA = new Int32Array(kinds.wordCount);
    this.#afterB = new Int32Array(kinds.wordCount);
  }

  /** Gives as many tables as possible a kind that suits them, and the others any kind. */
  assign(dinerAt: Int32Array): void {
    const { masks, wordCount, tables } = this.#kinds;
    const tableMasks = new Int32Array(this.#tableCount * wordCount).fill(-1);
    for (let seat = 0; seat < dinerAt.length; seat++) {
      const table = Math.floor(seat / tableSize);
      for (let word = 0; word < wordCount; word++) {
        const at = table * wordCount + word;
        tableMasks[at] =
          (tableMasks[at] as number) & (masks[(dinerAt[seat] as number) * wordCount + word] as number);
      }
    }
    const types = groupByMask(tableMasks, wordCount);
    const transport = new Transport(types.masks, wordCount, tables);
    const isPlaced = [...types.typeOf].map((type) => transport.place(type));
    for (const [table, type] of types.typeOf.entries())
      if (isPlaced[table]) this.kindOf[table] = transport.take(type);
    this.#free = transport.free;
    for (const [table, placed] of isPlaced.entries()) {
      if (placed) continue;
      const kind = this.#free.findIndex((count) => count > 0);
      this.kindOf[table] = kind;
      this.#free[kind] = (this.#free[kind] as number) - 1;
    }
    this.#freeKinds = new Int32Array(wordCount);
    for (const [kind, count] of this.#free.entries()) if (count > 0) addBit(this.#freeKinds, 0, kind);
  }

  /** False if no venue suits one of the tables after the swap. */
  mayAllowSwap(plan: TablePlan, one: number, other: number): boolean {
    const { tableOf } = plan;
    return (
      this.#fitsAtOnce(plan, one, other) ||
      (this.#share(plan, tableOf[one] as number, one, other, this.#afterA) &&
        this.#share(plan, tableOf[other] as number, other, one, this.#afterB))
    );
  }

  /** Must follow `mayAllowSwap`. Changes kinds if that makes the swap legal, so the swap must follow. */
  allowsSwap(plan: TablePlan, one: number, other: number): boolean {
    return (
      this.#fitsAtOnce(plan, one, other) ||
      this.#findKinds(plan, plan.tableOf[one] as number, plan.tableOf[other] as number)
    );
  }

  #fitsAtOnce({ tableOf }: TablePlan, one: number, other: number): boolean {
    return (
      this.#kinds.suits(other, this.kindOf[tableOf[one] as number] as number) &&
      this.#kinds.suits(one, this.kindOf[tableOf[other] as number] as number)
    );
  }

  /** Checks two tables that have exchanged diners; changes kinds if that makes them legal. */
  allowsTables(plan: TablePlan, a: number, b: number): boolean {
    const [firstA, firstB] = [a, b].map((table) => plan.dinerAt[table * tableSize] as number);
    if (firstA === undefined || firstB === undefined) return false;
    return (
      this.#share(plan, a, firstA, firstA, this.#afterA) &&
      this.#share(plan, b, firstB, firstB, this.#afterB) &&
      this.#findKinds(plan, a, b)
    );
  }

  /** Finds kinds for two tables after a swap. */
  #findKinds(plan: TablePlan, a: number, b: number): boolean {
    const kindA = this.kindOf[a] as number;
    const kindB = this.kindOf[b] as number;
    const afterA = this.#afterA;
    const afterB = this.#afterB;
    if (hasBit(afterA, 0, kindA) && hasBit(afterB, 0, kindB)) return true;
    if (hasBit(afterA, 0, kindB) && hasBit(afterB, 0, kindA)) {
      this.#exchange(a, b);
      return true;
    }
    const movedA = hasBit(afterA, 0, kindA) || this.#changeKind(plan, a, afterA, b);
    if (movedA === false) return false;
    if (hasBit(afterB, 0, kindB) || this.#changeKind(plan, b, afterB, a) !== false) return true;
    if (typeof movedA === "number") this.#exchange(a, movedA);
    else if (this.kindOf[a] !== kindA) this.#take(a, kindA);
    return false;
  }

  /** Finds the kinds that suit a table after a swap; returns whether there are any. */
  #share(
    { dinerAt }: TablePlan,
    table: number,
    leaving: number,
    arriving: number,
    shared: Int32Array,
  ): boolean {
    const { masks, wordCount } = this.#kinds;
    let some = 0;
    for (let word = 0; word < wordCount; word++) {
      let all = masks[arriving * wordCount + word] as number;
      for (let seat = table * tableSize; seat < (table + 1) * tableSize; seat++) {
        const diner = dinerAt[seat] as number;
        if (diner !== leaving) all &= masks[diner * wordCount + word] as number;
      }
      shared[word] = all;
      some |= all;
    }
    return some !== 0;
  }

  /** Returns the table with which it exchanged kinds, true for a kind with a free table, or false if there is none. */
  #changeKind(plan: TablePlan, table: number, suited: Int32Array, notWith: number): number | boolean {
    for (let word = 0; word < suited.length; word++) {
      const free = (suited[word] as number) & (this.#freeKinds[word] as number);
      if (free === 0) continue;
      this.#take(table, word * wordBits + 31 - Math.clz32(free & -free));
      return true;
    }
    const kind = this.kindOf[table] as number;
    for (let left = Math.min(maxTried, this.#tableCount); left > 0; left--) {
      this.#nextTried = (this.#nextTried + 1) % this.#tableCount;
      const other = this.#nextTried;
      const otherKind = this.kindOf[other] as number;
      if (other === table || other === notWith || otherKind === kind) continue;
      if (!hasBit(suited, 0, otherKind) || !this.#suitsTable(plan, other, kind)) continue;
      this.#exchange(table, other);
      return other;
    }
    return false;
  }

  #suitsTable({ dinerAt }: TablePlan, table: number, kind: number): boolean {
    for (let seat = table * tableSize; seat < (table + 1) * tableSize; seat++)
      if (!this.#kinds.suits(dinerAt[seat] as number, kind)) return false;
    return true;
  }

  #exchange(one: number, other: number): void {
    const kind = this.kindOf[one] as number;
    this.kindOf[one] = this.kindOf[other] as number;
    this.kindOf[other] = kind;
  }

  #take(table: number, kind: number): void {
    const before = this.kindOf[table] as number;
    this.#free[before] = (this.#free[before] as number) + 1;
    this.#free[kind] = (this.#free[kind] as number) - 1;
    this.kindOf[table] = kind;
    addBit(this.#freeKinds, 0, before);
    if (this.#free[kind] === 0) removeBit(this.#freeKinds, 0, kind);
  }
}
