import { tableSize } from "#app/lib/table-size.ts";
import type { Rules } from "#app/matching/rules/rules.ts";
import { boundFullTables } from "./venue-room.ts";

export const maxFew = 20;

/**
 * Tries all sets of diners, those with more tables and with those who come first before the others. `room` has the number
 * of tables for each kind of venue.
 */
export function chooseAmongFew(
  rules: Rules,
  diners: readonly number[],
  maxTables: number,
  room: Int32Array | undefined = rules.venueKinds?.tables,
): number[][] {
  const most = boundFullTables(rules, diners, maxTables, room);
  const search = new SetSearch(rules, diners, room && new KindRoom(room, most));
  for (let tableCount = most; tableCount > 0; tableCount--) {
    const set = search.findFirstSet(tableCount);
    if (set !== undefined) return search.listTables(set);
  }
  return [];
}

/** How many tables of each scarce kind are left: each such state has a number, 0 for the first one. */
class KindRoom {
  readonly #isScarce: boolean[];
  readonly #states: Int32Array[];
  readonly #numbers = new Map<string, number>();

  constructor(room: Int32Array, maxTables: number) {
    this.#isScarce = Array.from(room, (tables) => tables < maxTables);
    this.#states = [room];
    this.#numbers.set(room.join(), 0);
  }

  hasTable(kind: number): boolean {
    return (this.#states[0]?.[kind] as number) > 0;
  }

  /** The states after a table at one of these kinds; a kind with room for all tables is the only one tried. */
  listStatesAfter(state: number, kinds: readonly number[]): number[] {
    if (kinds.some((kind) => !this.#isScarce[kind])) return [state];
    return kinds.flatMap((kind) => {
      const left = this.#states[state] as Int32Array;
      if ((left[kind] as number) === 0) return [];
      const after = left.with(kind, (left[kind] as number) - 1);
      const key = after.join();
      const number = this.#numbers.get(key) ?? this.#states.push(after) - 1;
      this.#numbers.set(key, number);
      return [number];
    });
  }
}

/** Sets of diners are bits: bit 0 is the first. */
class SetSearch {
  readonly #diners: readonly number[];
  /** For each diner, those with whom they may sit. */
  readonly #allowed: number[];
  readonly #isLegalTable: Uint8Array;
  /** By the state of the room: 1: can be seated, 2: can't be seated. */
  readonly #known: Uint8Array[] = [];
  readonly #room: KindRoom | undefined;
  /** By legal table, the kinds of venues that suit it and have a table; filled when needed. */
  readonly #kindsOf = new Map<number, number[]>();
  readonly #listKinds: (table: number) => number[];

  constructor(rules: Rules, diners: readonly number[], room: KindRoom | undefined) {
    this.#diners = diners;
    this.#room = room;
    const { venueKinds } = rules;
    const open = room && venueKinds?.setOf((kind) => room.hasTable(kind));
    this.#listKinds = (table) =>
      (open &&
        venueKinds?.listShared(
          diners.filter((_, i) => table & (1 << i)),
          open,
        )) ??
      [];
    this.#allowed = diners.map((one) =>
      diners.reduce(
        (set, other, i) => (other !== one && rules.maySitTogether(one, other) ? set | (1 << i) : set),
        0,
      ),
    );
    this.#isLegalTable = new Uint8Array(2 ** diners.length);
    const extend = (table: number[], set: number, from: number): void => {
      if (table.length === tableSize) {
        this.#isLegalTable[set] = 1;
      } else
        for (let i = from; i < diners.length; i++) {
          const longer = [...table, diners[i] as number];
          if (rules.countViolations(longer, open) === 0) extend(longer, set | (1 << i), i + 1);
        }
    };
    extend([], 0, 0);
  }

  findFirstSet(tableCount: number): number | undefined {
    const choose = (set: number, next: number, missing: number): number | undefined => {
      if (missing === 0) return this.#canSeat(set, 0) ? set : undefined;
      if (this.#diners.length - next < missing) return undefined;
      return choose(set | (1 << next), next + 1, missing - 1) ?? choose(set, next + 1, missing);
    };
    return choose(0, 0, tableSize * tableCount);
  }

  listTables(set: number, room = 0): number[][] {
    if (set === 0) return [];
    const { table, roomAfter } = this.#findTable(set, room) as TableFound;
    return [this.#diners.filter((_, i) => table & (1 << i)), ...this.listTables(set & ~table, roomAfter)];
  }

  #canSeat(set: number, room: number): boolean {
    if (set === 0) return true;
    this.#known[room] ??= new Uint8Array(2 ** this.#diners.length);
    const known = this.#known[room];
    if (known[set] === 0) known[set] = this.#findTable(set, room) ? 1 : 2;
    return known[set] === 1;
  }

  /** A table with the first diner of the set whose others can be seated too. */
  #findTable(set: number, room: number): TableFound | undefined {
    const first = set & -set;
    const extend = (table: number, seated: number, allowed: number): TableFound | undefined => {
      if (seated === tableSize)
        return this.#isLegalTable[table] ? this.#seatOthers(set, table, room) : undefined;
      for (let rest = allowed; rest !== 0; ) {
        const diner = rest & -rest;
        rest &= ~diner;
        const found = extend(table | diner, seated + 1, rest & this.#allowedWith(diner));
        if (found) return found;
      }
      return undefined;
    };
    return extend(first, 1, set & ~first & this.#allowedWith(first));
  }

  #seatOthers(set: number, table: number, room: number): TableFound | undefined {
    if (!this.#room) return this.#canSeat(set & ~table, room) ? { table, roomAfter: room } : undefined;
    const kinds = this.#kindsOf.get(table) ?? this.#listKinds(table);
    this.#kindsOf.set(table, kinds);
    const states = this.#room.listStatesAfter(room, kinds);
    const roomAfter = states.find((state) => this.#canSeat(set & ~table, state));
    return roomAfter === undefined ? undefined : { table, roomAfter };
  }

  #allowedWith(diner: number): number {
    return this.#allowed[31 - Math.clz32(diner)] as number;
  }
}

interface TableFound {
  table: number;
  roomAfter: number;
}
