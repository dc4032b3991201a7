import { tableSize } from "#app/lib/table-size.ts";

/** The diner on each seat, table after table; the seat of each diner; the table of each diner. */
export interface Seats {
  size: number;
  at: Int32Array;
  seat: Int32Array;
  table: Int32Array;
}

/** The rules of a table that no score outweighs: nobody beside whom they must not sit, and a language all speak. */
export class Rules {
  /** How many diners must not sit beside each, and who: those of diner d stand from starts[d] to starts[d + 1]. */
  readonly #starts: Int32Array;
  readonly #foes: Int32Array;
  readonly #languages: Int32Array;
  /** Whether anybody speaks but some languages. */
  readonly #speak: boolean;
  readonly any: boolean;

  /** Who must not sit together stands pair after pair; they may be named several times. */
  constructor(languages: ArrayLike<number>, apart: ArrayLike<number>) {
    const count = languages.length;
    this.#languages = Int32Array.from(languages, (mask) => mask || -1);
    this.#starts = new Int32Array(count + 1);
    for (let i = 0; i < apart.length; i++) {
      const after = (apart[i] as number) + 1;
      this.#starts[after] = (this.#starts[after] as number) + 1;
    }
    for (let i = 0; i < count; i++)
      this.#starts[i + 1] = (this.#starts[i + 1] as number) + (this.#starts[i] as number);
    const next = this.#starts.slice();
    this.#foes = new Int32Array(apart.length);
    for (let i = 0; i < apart.length; i++) {
      const diner = apart[i] as number;
      const at = next[diner] as number;
      this.#foes[at] = apart[i ^ 1] as number;
      next[diner] = at + 1;
    }
    this.#speak = this.#languages.some((mask) => mask !== -1);
    this.any = this.#speak || this.#foes.length > 0;
  }

  /** Whether there is anybody whom a diner must not sit beside. */
  hasFoes(diner: number): boolean {
    return (this.#starts[diner + 1] as number) > (this.#starts[diner] as number);
  }

  mayMeet(one: number, other: number): boolean {
    if (!this.any) return true;
    return (
      !this.#areFoes(one, other) &&
      ((this.#languages[one] as number) & (this.#languages[other] as number)) !== 0
    );
  }

  #areFoes(one: number, other: number): boolean {
    for (let i = this.#starts[one] as number; i < (this.#starts[one + 1] as number); i++) {
      if (this.#foes[i] === other) return true;
    }
    return false;
  }

  /** Whether there are four among these whom a diner may meet. */
  hasCompany(diner: number, others: readonly number[]): boolean {
    let found = 0;
    for (const other of others) {
      if (other !== diner && this.mayMeet(diner, other) && ++found === tableSize - 1) return true;
    }
    return false;
  }

  compareLanguages(one: number, other: number): number {
    return (this.#languages[one] as number) - (this.#languages[other] as number);
  }

  get languages(): Int32Array {
    return this.#languages;
  }

  /** Whether two may change places: no table may come further from legal by it. */
  allow(board: Seats, one: number, other: number): boolean {
    const pairs = this.#morePairs(board, one, other);
    if (!this.#speak) return pairs <= 0;
    const [mine, yours] = [this.#languages[one] as number, this.#languages[other] as number];
    const ours = this.#sharedBeside(board, one);
    const theirs = this.#sharedBeside(board, other);
    const isLegal = (ours & mine) !== 0 && (theirs & yours) !== 0;
    const wouldBe = (ours & yours) !== 0 && (theirs & mine) !== 0;
    // Nearly always both tables have a language, and nothing need be counted.
    if (isLegal && (wouldBe || pairs >= 0)) return wouldBe && pairs <= 0;
    return pairs + this.#moreSpeechless(board, one, other) <= 0;
  }

  /** By how much a swap of two at different tables would break more. */
  change(board: Seats, one: number, other: number): number {
    const pairs = this.#morePairs(board, one, other);
    return this.#speak ? pairs + this.#moreSpeechless(board, one, other) : pairs;
  }

  /** The languages that all others at a diner's table speak. */
  #sharedBeside({ at, table, size }: Seats, diner: number): number {
    const from = (table[diner] as number) * size;
    let shared = -1;
    for (let i = from; i < from + size; i++) {
      if (at[i] !== diner) shared &= this.#languages[at[i] as number] as number;
    }
    return shared;
  }

  #moreSpeechless({ at, seat, table, size }: Seats, one: number, other: number): number {
    const a = (table[one] as number) * size;
    const b = (table[other] as number) * size;
    const before = this.#speechless(at, a, size) + this.#speechless(at, b, size);
    at[seat[one] as number] = other;
    at[seat[other] as number] = one;
    const after = this.#speechless(at, a, size) + this.#speechless(at, b, size);
    at[seat[one] as number] = one;
    at[seat[other] as number] = other;
    return after - before;
  }

  #morePairs({ table }: Seats, one: number, other: number): number {
    const [a, b] = [table[one] as number, table[other] as number];
    return this.#foesMet(table, one, a, b, other) + this.#foesMet(table, other, b, a, one);
  }

  /** How many more foes a diner has at another table, once somebody has left it for their seat. */
  #foesMet(table: Int32Array, diner: number, from: number, to: number, leaving: number): number {
    let more = 0;
    for (let i = this.#starts[diner] as number; i < (this.#starts[diner + 1] as number); i++) {
      const foe = this.#foes[i] as number;
      const place = table[foe];
      if (place === from) more--;
      else if (place === to && foe !== leaving) more++;
    }
    return more;
  }

  /** How far these, or those of them from one place to another, are from a legal table: 0 is legal. */
  broken(table: ArrayLike<number>, from = 0, to = table.length): number {
    let pairs = 0;
    for (let i = from; i < to; i++) {
      for (let j = from; j < i; j++) if (this.#areFoes(table[i] as number, table[j] as number)) pairs++;
    }
    return this.#speak ? pairs + this.#speechless(table, from, to - from) : pairs;
  }

  /** How many would have to leave before the others had a language. */
  #speechless(table: ArrayLike<number>, from: number, size: number): number {
    const to = from + size;
    let all = -1;
    let some = 0;
    for (let i = from; i < to; i++) {
      const mask = this.#languages[table[i] as number] as number;
      all &= mask;
      some |= mask;
    }
    if (all !== 0) return 0;
    let most = 0;
    for (let rest = some; rest !== 0; rest &= rest - 1) {
      const language = rest & -rest;
      let speakers = 0;
      for (let i = from; i < to; i++) {
        if ((this.#languages[table[i] as number] as number) & language) speakers++;
      }
      if (speakers > most) most = speakers;
    }
    return size - most;
  }
}
