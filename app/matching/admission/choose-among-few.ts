import { tableSize } from "#app/lib/table-size.ts";
import type { Rules } from "#app/matching/rules/rules.ts";
import { boundFullTables, Seats } from "./venue-room.ts";

export const maxFew = 20;
const maxFillSteps = 100_000;

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
  const search = new SetSearch(rules, diners, most, room);
  const usable = room && search.limitToUsable(room);
  for (let tableCount = boundFullTables(rules, diners, most, usable); tableCount > 0; tableCount--) {
    const set = search.mayFill(tableCount) ? search.findFirstSet(tableCount) : undefined;
    if (set !== undefined) return search.listTables(set);
  }
  return [];
}

/** The number of a state of the room; in the first one, every kind has room for all tables. */
type Room = number;
const unlimited: Room = 0;

/** How many tables of each scarce kind are left. */
class KindRoom {
  readonly first: Room = 1;
  readonly #isScarce: boolean[];
  readonly #isWithin: (kind: number, other: number) => boolean;
  readonly #states: Int32Array[];
  readonly #numbers = new Map<string, Room>();
  /** By state and kind. */
  readonly #after = new Map<number, Room>();

  constructor(room: Int32Array, maxTables: number, isWithin: (kind: number, other: number) => boolean) {
    this.#isScarce = Array.from(room, (tables) => tables < maxTables);
    const known = new Map<number, boolean>();
    this.#isWithin = (kind, other) => {
      const pair = kind * room.length + other;
      const found = known.get(pair) ?? isWithin(kind, other);
      known.set(pair, found);
      return found;
    };
    this.#states = [room, room];
    this.#numbers.set(room.join(), this.first);
  }

  hasTable(kind: number): boolean {
    return (this.#states[this.first]?.[kind] as number) > 0;
  }

  /**
   * The states after a table at one of these kinds. A kind with room for all tables is the only one tried, and so is one
   * that suits nobody whom another one does not suit.
   */
  listStatesAfter(state: Room, kinds: readonly number[]): Room[] {
    if (state === unlimited || kinds.some((kind) => !this.#isScarce[kind])) return [state];
    const left = this.#states[state] as Int32Array;
    const free = kinds.filter((kind) => (left[kind] as number) > 0);
    const tried = free.filter((kind) => !free.some((other) => other !== kind && this.#isWithin(other, kind)));
    return tried.map((kind) => this.#findStateAfter(state, kind));
  }

  #findStateAfter(state: Room, kind: number): Room {
    const left = this.#states[state] as Int32Array;
    const place = state * left.length + kind;
    const known = this.#after.get(place);
    if (known !== undefined) return known;
    const after = left.with(kind, (left[kind] as number) - 1);
    const key = after.join();
    const number = this.#numbers.get(key) ?? this.#states.push(after) - 1;
    this.#numbers.set(key, number);
    this.#after.set(place, number);
    return number;
  }
}

/** Sets of diners are bits: bit 0 is the first. */
class SetSearch {
  readonly #diners: readonly number[];
  readonly #legalTables: number[] = [];
  /** The legal tables by their first diner. */
  readonly #tablesFrom: number[][];
  /** 1: can be seated, 2: can't be seated. */
  readonly #known: Uint8Array;
  /** For each state of the room, by the set. */
  readonly #knownInRoom: Map<number, boolean>[] = [];
  readonly #room: KindRoom | undefined;
  /** The seats of the venues, for those who are chosen: a set that has no seats one by one has no tables either. */
  readonly #seats: Seats | undefined;
  /** Those who are in a legal table. */
  #seatable = 0;
  /** By legal table, the kinds of venues that suit it and have a table; filled when needed. */
  readonly #kindsOf = new Map<number, number[]>();
  /** For each state of the room, by legal table, the states after it. */
  readonly #roomsAfter: Map<number, Room[]>[] = [];
  readonly #listKinds: (table: number) => number[];

  constructor(
    rules: Rules,
    diners: readonly number[],
    maxTables: number,
    tablesOfKinds: Int32Array | undefined,
  ) {
    this.#diners = diners;
    const { venueKinds } = rules;
    if (venueKinds && tablesOfKinds) {
      this.#seats = new Seats(venueKinds, diners, tablesOfKinds);
      this.#room = new KindRoom(tablesOfKinds, maxTables, (kind, other) =>
        venueKinds.isWithin(kind, other, diners),
      );
    }
    const open = venueKinds?.setOf((kind) => this.#room?.hasTable(kind) ?? true);
    this.#listKinds = (table) =>
      (open &&
        venueKinds?.listShared(
          diners.filter((_, i) => table & (1 << i)),
          open,
        )) ??
      [];
    this.#tablesFrom = diners.map(() => []);
    this.#known = new Uint8Array(2 ** diners.length);
    const extend = (table: number[], set: number, from: number): void => {
      if (table.length === tableSize) {
        this.#legalTables.push(set);
        this.#tablesFrom[31 - Math.clz32(set & -set)]?.push(set);
        this.#seatable |= set;
      } else
        for (let i = from; i < diners.length; i++) {
          const longer = [...table, diners[i] as number];
          if (rules.countViolations(longer, open) === 0) extend(longer, set | (1 << i), i + 1);
        }
    };
    extend([], 0, 0);
  }

  /** The tables of the kinds that suit a legal table. */
  limitToUsable(tables: Int32Array): Int32Array {
    const usable = new Set<number>();
    const openCount = tables.filter((count) => count > 0).length;
    for (const table of this.#legalTables) {
      if (usable.size === openCount) break;
      for (const kind of this.#listKinds(table)) usable.add(kind);
    }
    return tables.map((count, kind) => (usable.has(kind) ? count : 0));
  }

  /** False where so many legal tables don't fit beside each other; true where that takes too long to find out. */
  mayFill(tableCount: number): boolean {
    let stepsLeft = maxFillSteps;
    const fill = (missing: number, from: number, seated: number, room: Room): boolean => {
      if (missing === 0) return true;
      for (let i = from; i < this.#legalTables.length; i++) {
        if (stepsLeft-- < 0) return true;
        const table = this.#legalTables[i] as number;
        if (table & seated) continue;
        const rooms = room === unlimited ? [room] : this.#listRoomsAfter(table, room);
        if (rooms.some((after) => fill(missing - 1, i + 1, seated | table, after))) return true;
      }
      return false;
    };
    return fill(tableCount, 0, 0, this.#firstRoom());
  }

  findFirstSet(tableCount: number): number | undefined {
    const choose = (set: number, next: number, missing: number): number | undefined => {
      if (missing === 0) return this.#canSeat(set, this.#firstRoom()) ? set : undefined;
      if (this.#diners.length - next < missing) return undefined;
      const hasSeat = (this.#seatable & (1 << next)) !== 0 && (this.#seats?.take(next) ?? true);
      if (hasSeat) {
        const found = choose(set | (1 << next), next + 1, missing - 1);
        this.#seats?.giveBack(next);
        if (found !== undefined) return found;
      }
      return choose(set, next + 1, missing);
    };
    return choose(0, 0, tableSize * tableCount);
  }

  #firstRoom(): Room {
    return this.#room?.first ?? unlimited;
  }

  listTables(set: number, room = this.#firstRoom()): number[][] {
    if (set === 0) return [];
    const { table, roomAfter } = this.#findTable(set, room) as TableFound;
    return [this.#diners.filter((_, i) => table & (1 << i)), ...this.listTables(set & ~table, roomAfter)];
  }

  #canSeat(set: number, room: Room): boolean {
    if (set === 0) return true;
    if (this.#known[set] === 0) this.#known[set] = this.#findTable(set, unlimited) ? 1 : 2;
    if (room === unlimited || this.#known[set] === 2) return this.#known[set] === 1;
    const sets = this.#knownInRoom[room] ?? new Map<number, boolean>();
    this.#knownInRoom[room] = sets;
    const known = sets.get(set) ?? this.#findTable(set, room) !== undefined;
    sets.set(set, known);
    return known;
  }

  /** A table with the first diner of the set whose others can be seated too. */
  #findTable(set: number, room: Room): TableFound | undefined {
    const first = 31 - Math.clz32(set & -set);
    for (const table of this.#tablesFrom[first] ?? []) {
      if (table & ~set) continue;
      const found = this.#seatOthers(set, table, room);
      if (found) return found;
    }
    return undefined;
  }

  #seatOthers(set: number, table: number, room: Room): TableFound | undefined {
    if (!this.#room || room === unlimited)
      return this.#canSeat(set & ~table, room) ? { table, roomAfter: room } : undefined;
    const roomAfter = this.#listRoomsAfter(table, room).find((after) => this.#canSeat(set & ~table, after));
    return roomAfter === undefined ? undefined : { table, roomAfter };
  }

  #listRoomsAfter(table: number, room: Room): Room[] {
    const roomsByTable = this.#roomsAfter[room] ?? new Map<number, Room[]>();
    this.#roomsAfter[room] = roomsByTable;
    const known = roomsByTable.get(table);
    if (known) return known;
    const kinds = this.#kindsOf.get(table) ?? this.#listKinds(table);
    this.#kindsOf.set(table, kinds);
    const rooms = this.#room?.listStatesAfter(room, kinds) ?? [room];
    roomsByTable.set(table, rooms);
    return rooms;
  }
}

interface TableFound {
  table: number;
  roomAfter: Room;
}
