import { tableSize } from "#app/lib/table-size.ts";
import { countBits } from "#app/matching/bits.ts";
import type { Rules } from "#app/matching/rules.ts";

/** Up to this many diners are seated exactly, by trying all their tables. */
export const maxFew = 20;
/** If venues have few tables, the search gives up after trying this many places for tables. */
const maxSteps = 30_000_000;

/** The legal tables of a few diners. Sets of diners are bits: bit 0 is the first. */
export class FewTables {
  readonly #diners: readonly number[];
  readonly #rules: Rules;
  /** The worth of the table for each set of five: -Infinity if it is not legal. */
  readonly #worths: Float64Array;
  /** The worth of the best tables for each set of several tables, if venues have room for all; NaN while it is not known. */
  readonly #best: Float64Array;
  readonly #legalSets: number[] = [];
  /** The kinds of venues that suit each legal table, if none of them has room for everybody. */
  readonly #scarceKinds = new Map<number, number[]>();
  readonly #room: number[];
  #stepsLeft = maxSteps;

  constructor(rules: Rules, diners: readonly number[]) {
    this.#rules = rules;
    this.#diners = diners;
    this.#room = [...(rules.venueKinds?.tables ?? [])];
    this.#worths = new Float64Array(2 ** diners.length).fill(-Infinity);
    this.#best = new Float64Array(2 ** diners.length).fill(Number.NaN);
    const extend = (table: number[], set: number, from: number): void => {
      if (table.length === tableSize) this.#addTable(table, set);
      else
        for (let i = from; i < diners.length; i++) {
          const longer = [...table, diners[i] as number];
          if (rules.countViolations(longer) === 0) extend(longer, set | (1 << i), i + 1);
        }
    };
    extend([], 0, 0);
  }

  #addTable(table: number[], set: number): void {
    const { venueKinds } = this.#rules;
    const most = Math.floor(this.#diners.length / tableSize);
    if (venueKinds) {
      const kinds = this.#room.flatMap((left, kind) =>
        left > 0 && table.every((diner) => venueKinds.suits(diner, kind)) ? [kind] : [],
      );
      if (kinds.length === 0) return;
      if (kinds.every((kind) => (this.#room[kind] as number) < most)) this.#scarceKinds.set(set, kinds);
    }
    this.#legalSets.push(set);
    this.#worths[set] = 0;
  }

  /** Fills as many tables as possible; among equally many, with the diners who come first. Undefined if that takes too long. */
  chooseFirst(maxTables: number): number[][] | undefined {
    this.#stepsLeft = maxSteps;
    for (let count = Math.min(maxTables, Math.floor(this.#diners.length / tableSize)); count > 0; count--) {
      const found = this.#chooseFirst(0, 0, tableSize * count);
      if (this.#stepsLeft < 0) return undefined;
      if (found) return found.map((set) => this.#dinersOf(set));
    }
    return [];
  }

  #chooseFirst(set: number, next: number, missing: number): number[] | undefined {
    if (missing === 0) return this.#findBest(set);
    if (this.#diners.length - next < missing || this.#stepsLeft < 0) return undefined;
    return (
      this.#chooseFirst(set | (1 << next), next + 1, missing - 1) ?? this.#chooseFirst(set, next + 1, missing)
    );
  }

  /** Finds the tables of everybody that are worth the most together. Undefined if there are none, or if that takes too long. */
  findBest(worthOf: (table: number[]) => number): number[][] | undefined {
    this.#stepsLeft = maxSteps;
    for (const set of this.#legalSets) this.#worths[set] = worthOf(this.#dinersOf(set));
    this.#best.fill(Number.NaN);
    const found = this.#findBest(2 ** this.#diners.length - 1);
    return this.#stepsLeft < 0 ? undefined : found?.map((set) => this.#dinersOf(set));
  }

  #findBest(everybody: number): number[] | undefined {
    let best: number[] | undefined;
    let most = this.#worthOf(everybody);
    if (most === -Infinity) return undefined;
    const search = (set: number, tables: number[], worth: number, isEnough: boolean): boolean => {
      if (set === 0) {
        best = tables;
        most = worth;
        return isEnough;
      }
      return someTable(set, (table) => {
        const sum = worth + (this.#worths[table] as number);
        const atMost = sum + this.#worthOf(set & ~table);
        if (this.#stepsLeft < 0 || (isEnough ? atMost < most : atMost <= most)) return false;
        const longer = [...tables, table];
        return this.#hasRoom(longer) && search(set & ~table, longer, sum, isEnough);
      });
    };
    // Usually there is room for the best tables even if the search ignores it.
    if (search(everybody, [], 0, true)) return best;
    most = -Infinity;
    search(everybody, [], 0, false);
    return best;
  }

  #worthOf(set: number): number {
    if (set === 0) return 0;
    const known = this.#best[set] as number;
    if (!Number.isNaN(known)) return known;
    let most = this.#worths[set] as number;
    if (countBits(set) > tableSize)
      someTable(set, (table) => {
        const worth = this.#worths[table] as number;
        if (worth > -Infinity) most = Math.max(most, worth + this.#worthOf(set & ~table));
        return false;
      });
    this.#best[set] = most;
    return most;
  }

  #hasRoom(tables: readonly number[]): boolean {
    const scarce = tables.flatMap((table) => {
      const kinds = this.#scarceKinds.get(table);
      return kinds ? [kinds] : [];
    });
    const left = this.#room;
    const place = (i: number): boolean =>
      i === scarce.length ||
      (scarce[i] as number[]).some((kind) => {
        if (this.#stepsLeft-- < 0 || left[kind] === 0) return false;
        left[kind] = (left[kind] as number) - 1;
        const isPlaced = place(i + 1);
        left[kind] = (left[kind] as number) + 1;
        return isPlaced;
      });
    return scarce.length < 2 || place(0);
  }

  #dinersOf = (set: number) => this.#diners.filter((_, i) => set & (1 << i));
}

/** Calls `isFound` with each table of five that has the first diner of the set, until it returns true. */
function someTable(set: number, isFound: (table: number) => boolean): boolean {
  const bits: number[] = [];
  for (let rest = set; rest !== 0; rest &= rest - 1) bits.push(rest & -rest);
  const count = bits.length;
  const [first = 0] = bits;
  for (let a = 1; a < count; a++)
    for (let b = a + 1; b < count; b++)
      for (let c = b + 1; c < count; c++) {
        const four = first | (bits[a] as number) | (bits[b] as number) | (bits[c] as number);
        for (let d = c + 1; d < count; d++) if (isFound(four | (bits[d] as number))) return true;
      }
  return false;
}
