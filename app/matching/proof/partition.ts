import { tableSize } from "#app/lib/table-size.ts";

export interface Candidate {
  /** Of kinds, in order. */
  table: Int32Array;
  /** How far it falls short of what its diners' prices promise. */
  loss: number;
}

export interface Partition {
  /** The tables that seat everyone at the least loss, where that is within what was allowed. */
  tables: Int32Array[] | undefined;
  /**
   * Steps that were not needed, each a look at thirty-two tables for one kind; below zero, where the search did not come
   * to its end and there may be a better one.
   */
  left: number;
}

/** Seats everyone, so many of each kind, with tables from a list, at the least loss and within `allowed`, in so many steps at most. */
export function partition(
  many: Int32Array,
  candidates: Candidate[],
  allowed: number,
  steps: number,
): Partition {
  const sorted = [...candidates].sort((a, b) => a.loss - b.loss);
  const search = new Search(many, sorted, allowed, steps);
  search.run();
  return { tables: search.best?.map((place) => (sorted[place] as Candidate).table), left: search.left };
}

/** Most of a search is finding out which tables are still possible: they are bits, the least loss first, and looked at by the word. */
const bits = 32;

class Search {
  best: number[] | undefined;
  left: number;
  readonly #tables: number;
  readonly #members: Int32Array;
  readonly #losses: Float64Array;
  /** How many of each kind have no seat yet. */
  readonly #waiting: Int32Array;
  /** For each kind the tables where one of it sits, then those where two do, and so on. */
  readonly #having: Int32Array[][];
  readonly #chosen: number[] = [];
  /** The tables that are still possible, by how many are chosen. */
  readonly #open: Int32Array[];
  #limit: number;

  constructor(many: Int32Array, sorted: Candidate[], allowed: number, steps: number) {
    this.left = steps;
    this.#limit = allowed;
    this.#tables = many.reduce((sum, each) => sum + each, 0) / tableSize;
    this.#members = Int32Array.from(sorted.flatMap(({ table }) => [...table]));
    this.#losses = Float64Array.from(sorted, ({ loss }) => loss);
    this.#waiting = many.slice();
    const words = Math.ceil(sorted.length / bits);
    const noTables = () => new Int32Array(words);
    this.#having = Array.from(many, (alike) => Array.from({ length: Math.min(alike, tableSize) }, noTables));
    this.#open = Array.from({ length: this.#tables + 1 }, noTables);
    for (let table = 0; table < sorted.length; table++) {
      this.#mark(this.#open[0] as Int32Array, table);
      for (const [kind, alike] of this.#seatsAt(table))
        for (let one = 0; one < alike; one++) this.#mark(this.#having[kind]?.[one] as Int32Array, table);
    }
  }

  run(): void {
    this.#from(0, this.#open[0]?.length as number, 0);
  }

  #from(depth: number, words: number, lost: number): void {
    if (depth === this.#tables) {
      this.best = this.#chosen.slice(0, depth);
      this.#limit = lost - 1e-9;
      return;
    }
    const open = this.#open[depth] as Int32Array;
    const scarcest = this.#scarcest(open, words, lost);
    if (scarcest < 0) return;
    const having = this.#having[scarcest]?.[0] as Int32Array;
    for (let word = 0; word < words; word++) {
      for (let rest = (open[word] as number) & (having[word] as number); rest !== 0; rest &= rest - 1) {
        const table = word * bits + lowest(rest);
        const after = lost + (this.#losses[table] as number);
        if (this.left < 0 || after > this.#limit) return;
        this.#chosen[depth] = table;
        this.#seat(table, 1);
        this.#from(depth + 1, this.#narrow(depth, words, after), after);
        this.#seat(table, -1);
        // What could be had with this table has been looked at.
        open[word] = (open[word] as number) & ~(rest & -rest);
      }
    }
  }

  /** The kind with the fewest tables left; -1 when one has none, or those who wait would lose too much. */
  #scarcest(open: Int32Array, words: number, lost: number): number {
    let scarcest = -1;
    let fewest = Infinity;
    let least = 0;
    for (let kind = 0; kind < this.#waiting.length; kind++) {
      const waiting = this.#waiting[kind] as number;
      if (waiting === 0) continue;
      this.left -= words;
      const having = this.#having[kind]?.[0] as Int32Array;
      let choices = 0;
      for (let word = 0; word < words; word++) {
        const found = (open[word] as number) & (having[word] as number);
        if (found === 0) continue;
        // In this order, the first table that has a kind is the least loss each of them may bring.
        if (choices === 0) least += waiting * (this.#losses[word * bits + lowest(found)] as number);
        choices += ones(found);
      }
      if (choices === 0) return -1;
      if (choices >= fewest) continue;
      fewest = choices;
      scarcest = kind;
    }
    return lost + least / tableSize > this.#limit ? -1 : scarcest;
  }

  /** The tables that are still possible beside those chosen: how many words they fill. */
  #narrow(depth: number, words: number, lost: number): number {
    let kept = words;
    while (kept > 0 && lost + (this.#losses[(kept - 1) * bits] as number) > this.#limit) kept--;
    const next = this.#open[depth + 1] as Int32Array;
    next.set((this.#open[depth] as Int32Array).subarray(0, kept));
    const table = this.#chosen[depth] as number;
    for (let at = table * tableSize; at < (table + 1) * tableSize; at++) {
      const kind = this.#members[at] as number;
      const tooMany = this.#having[kind]?.[this.#waiting[kind] as number];
      if (!tooMany) continue;
      for (let word = 0; word < kept; word++)
        next[word] = (next[word] as number) & ~(tooMany[word] as number);
    }
    return kept;
  }

  #mark(tables: Int32Array, table: number): void {
    const word = Math.floor(table / bits);
    tables[word] = (tables[word] as number) | (1 << (table % bits));
  }

  /** How many of each kind sit at a table. */
  #seatsAt(table: number): Map<number, number> {
    const found = new Map<number, number>();
    for (const kind of this.#members.subarray(table * tableSize, (table + 1) * tableSize))
      found.set(kind, (found.get(kind) ?? 0) + 1);
    return found;
  }

  #seat(table: number, times: 1 | -1): void {
    for (let at = table * tableSize; at < (table + 1) * tableSize; at++) {
      const kind = this.#members[at] as number;
      this.#waiting[kind] = (this.#waiting[kind] as number) - times;
    }
  }
}

/** The place of the lowest bit that is one. */
const lowest = (word: number) => 31 - Math.clz32(word & -word);

/** How many bits are one. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
