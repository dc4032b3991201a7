import type { Board } from "./board.ts";
import { type Diner, seats } from "./diner.ts";
import type { Relaxable } from "./night.ts";

/** The rules of a table that no score outweighs: nobody beside whom they must not sit, and a language all speak. */
export class Rules {
  /** How many diners must not sit beside each, and who: those of diner d stand from starts[d] to starts[d + 1]. */
  readonly #starts: Int32Array;
  readonly #foes: Int32Array;
  readonly #languages: Int32Array;
  readonly any: boolean;

  constructor(languages: readonly number[], apart: readonly (readonly [number, number])[]) {
    const count = languages.length;
    this.#languages = Int32Array.from(languages, (mask) => mask || -1);
    this.#starts = new Int32Array(count + 1);
    for (const [one, other] of apart) {
      this.#starts[one + 1] = (this.#starts[one + 1] as number) + 1;
      this.#starts[other + 1] = (this.#starts[other + 1] as number) + 1;
    }
    for (let i = 0; i < count; i++)
      this.#starts[i + 1] = (this.#starts[i + 1] as number) + (this.#starts[i] as number);
    const next = this.#starts.slice();
    this.#foes = new Int32Array(2 * apart.length);
    for (const [one, other] of apart) {
      for (const [diner, foe] of [
        [one, other],
        [other, one],
      ] as const) {
        const at = next[diner] as number;
        this.#foes[at] = foe;
        next[diner] = at + 1;
      }
    }
    this.any = apart.length > 0 || this.#languages.some((mask) => mask !== -1);
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
      if (other !== diner && this.mayMeet(diner, other) && ++found === seats - 1) return true;
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
  allow(board: Board, one: number, other: number): boolean {
    return this.change(board, one, other) <= 0;
  }

  /** By how much a swap would break more. */
  change(board: Board, one: number, other: number): number {
    const first = board.members(board.table[one] as number);
    const second = board.members(board.table[other] as number);
    return (
      this.#brokenInstead(first, one, other) +
      this.#brokenInstead(second, other, one) -
      this.broken(first) -
      this.broken(second)
    );
  }

  #brokenInstead(table: Int32Array, leaving: number, coming: number): number {
    const place = table.indexOf(leaving);
    table[place] = coming;
    const broken = this.broken(table);
    table[place] = leaving;
    return broken;
  }

  /** How far these are from a legal table: 0 is legal. */
  broken(table: ArrayLike<number>): number {
    let pairs = 0;
    for (let i = 0; i < table.length; i++) {
      for (let j = 0; j < i; j++) if (this.#areFoes(table[i] as number, table[j] as number)) pairs++;
    }
    return pairs + this.#speechless(table);
  }

  /** How many would have to leave before the others had a language. */
  #speechless(table: ArrayLike<number>): number {
    let all = -1;
    let some = 0;
    for (let i = 0; i < table.length; i++) {
      const mask = this.#languages[table[i] as number] as number;
      all &= mask;
      some |= mask;
    }
    if (all !== 0) return 0;
    let most = 0;
    for (let rest = some; rest !== 0; rest &= rest - 1) {
      const language = rest & -rest;
      let speakers = 0;
      for (let i = 0; i < table.length; i++) {
        if ((this.#languages[table[i] as number] as number) & language) speakers++;
      }
      if (speakers > most) most = speakers;
    }
    return table.length - most;
  }
}

/** The rules among these diners, without those let go. Whoever avoids is avoided, and so with having met. */
export function rulesAmong(diners: readonly Diner[], relaxed: readonly Relaxable[]): Rules {
  const places = new Map(diners.map(({ id }, place) => [id, place]));
  const apart = new Map<number, [number, number]>();
  diners.forEach(({ avoid, met }, one) => {
    for (const id of relaxed.includes("met") ? avoid : [...avoid, ...met]) {
      const other = places.get(id);
      if (other === undefined || other === one) continue;
      const pair: [number, number] = one < other ? [one, other] : [other, one];
      apart.set(pair[0] * diners.length + pair[1], pair);
    }
  });
  const languages = diners.map((diner) => (relaxed.includes("language") ? 0 : diner.languages));
  return new Rules(languages, [...apart.values()]);
}
