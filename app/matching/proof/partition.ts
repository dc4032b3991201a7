import { seats } from "../diner.ts";

export interface Candidate {
  table: Int32Array;
  /** How far it falls short of what its diners' prices promise. */
  loss: number;
}

export interface Partition {
  /** The tables that seat everyone at the least loss, where that is within what was allowed. */
  tables: Int32Array[] | undefined;
  /** Steps that were not needed; below zero, where the search did not come to its end and there may be a better one. */
  left: number;
}

/** Seats everyone once with tables from a list, at the least loss and within `allowed`, in so many steps at most. */
export function partition(count: number, candidates: Candidate[], allowed: number, steps: number): Partition {
  const sorted = [...candidates].sort((a, b) => a.loss - b.loss);
  const search = new Search(count, sorted, allowed, steps);
  search.from(0, search.all(), 0);
  return { tables: search.best?.map((place) => (sorted[place] as Candidate).table), left: search.left };
}

/** Everything flat, since a step is a table looked at, and there are millions of them. */
class Search {
  best: number[] | undefined;
  left: number;
  readonly #tables: number;
  readonly #members: Int32Array;
  readonly #losses: Float64Array;
  readonly #seated: Uint8Array;
  readonly #choices: Int32Array;
  readonly #chosen: number[] = [];
  /** The tables that are still possible, by how many are chosen; the least loss first. */
  readonly #open: Int32Array[];
  #limit: number;

  constructor(count: number, sorted: Candidate[], allowed: number, steps: number) {
    this.left = steps;
    this.#limit = allowed;
    this.#tables = count / seats;
    this.#members = Int32Array.from(sorted.flatMap(({ table }) => [...table]));
    this.#losses = Float64Array.from(sorted, ({ loss }) => loss);
    this.#seated = new Uint8Array(count);
    this.#choices = new Int32Array(count);
    this.#open = Array.from({ length: this.#tables + 1 }, () => new Int32Array(sorted.length));
  }

  all(): number {
    const open = this.#open[0] as Int32Array;
    for (let place = 0; place < open.length; place++) open[place] = place;
    return open.length;
  }

  from(depth: number, size: number, lost: number): void {
    if (depth === this.#tables) {
      this.best = this.#chosen.slice(0, depth);
      this.#limit = lost - 1e-9;
      return;
    }
    this.left -= size;
    const open = this.#open[depth] as Int32Array;
    const least = this.#count(open, size);
    const scarcest = this.#scarcest();
    if (scarcest < 0 || lost + least > this.#limit) return;
    for (let i = 0; i < size; i++) {
      const table = open[i] as number;
      const after = lost + (this.#losses[table] as number);
      if (this.left < 0 || after > this.#limit) return;
      if (!this.#has(table, scarcest)) continue;
      this.#seat(table, 1);
      this.#chosen[depth] = table;
      this.from(depth + 1, this.#narrow(depth, size, after), after);
      this.#seat(table, 0);
    }
  }

  /** How many tables each diner has left, and what those to be seated must lose at least. */
  #count(open: Int32Array, size: number): number {
    const choices = this.#choices.fill(0);
    let least = 0;
    for (let i = 0; i < size; i++) {
      const table = open[i] as number;
      for (let at = table * seats; at < (table + 1) * seats; at++) {
        const diner = this.#members[at] as number;
        // In this order, the first table that has a diner is the least loss they may bring.
        if (choices[diner] === 0) least += (this.#losses[table] as number) / seats;
        choices[diner] = (choices[diner] as number) + 1;
      }
    }
    return least;
  }

  /** Who has the fewest tables left: -1 when somebody has none. */
  #scarcest(): number {
    const choices = this.#choices;
    let scarcest = -1;
    for (let diner = 0; diner < choices.length; diner++) {
      if (this.#seated[diner]) continue;
      if (choices[diner] === 0) return -1;
      if (scarcest < 0 || (choices[diner] as number) < (choices[scarcest] as number)) scarcest = diner;
    }
    return scarcest;
  }

  /** The tables that are still possible beside those chosen. */
  #narrow(depth: number, size: number, lost: number): number {
    const open = this.#open[depth] as Int32Array;
    const next = this.#open[depth + 1] as Int32Array;
    let kept = 0;
    for (let i = 0; i < size; i++) {
      const table = open[i] as number;
      if (lost + (this.#losses[table] as number) > this.#limit) break;
      if (this.#isFree(table)) next[kept++] = table;
    }
    return kept;
  }

  #isFree(table: number): boolean {
    for (let at = table * seats; at < (table + 1) * seats; at++) {
      if (this.#seated[this.#members[at] as number]) return false;
    }
    return true;
  }

  #has(table: number, diner: number): boolean {
    for (let at = table * seats; at < (table + 1) * seats; at++) {
      if (this.#members[at] === diner) return true;
    }
    return false;
  }

  #seat(table: number, isSeated: 0 | 1): void {
    for (let at = table * seats; at < (table + 1) * seats; at++) {
      this.#seated[this.#members[at] as number] = isSeated;
    }
  }
}
