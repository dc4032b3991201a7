import { tableSize } from "#app/lib/table-size.ts";
import type { Rules } from "#app/matching/rules/rules.ts";

export const maxFew = 20;

/** Tries all sets of diners, those with more tables and with those who come first before the others. */
export function chooseAmongFew(rules: Rules, diners: readonly number[], maxTables: number): number[][] {
  const search = new SetSearch(rules, diners);
  for (let tableCount = maxTables; tableCount > 0; tableCount--) {
    const set = search.findFirstSet(tableCount);
    if (set !== undefined) return search.listTables(set);
  }
  return [];
}

/** Sets of diners are bits: bit 0 is the first. */
class SetSearch {
  readonly #diners: readonly number[];
  /** For each diner, those with whom they may sit. */
  readonly #allowed: number[];
  readonly #isLegalTable: Uint8Array;
  /** 1: can be seated, 2: can't be seated. */
  readonly #known: Uint8Array;

  constructor(rules: Rules, diners: readonly number[]) {
    this.#diners = diners;
    this.#allowed = diners.map((one) =>
      diners.reduce(
        (set, other, i) => (other !== one && rules.maySitTogether(one, other) ? set | (1 << i) : set),
        0,
      ),
    );
    this.#isLegalTable = new Uint8Array(2 ** diners.length);
    this.#known = new Uint8Array(2 ** diners.length);
    const extend = (table: number[], set: number, from: number): void => {
      if (table.length === tableSize) this.#isLegalTable[set] = 1;
      else
        for (let i = from; i < diners.length; i++) {
          const longer = [...table, diners[i] as number];
          if (rules.countViolations(longer) === 0) extend(longer, set | (1 << i), i + 1);
        }
    };
    extend([], 0, 0);
  }

  findFirstSet(tableCount: number): number | undefined {
    const choose = (set: number, next: number, missing: number): number | undefined => {
      if (missing === 0) return this.#canSeat(set) ? set : undefined;
      if (this.#diners.length - next < missing) return undefined;
      return choose(set | (1 << next), next + 1, missing - 1) ?? choose(set, next + 1, missing);
    };
    return choose(0, 0, tableSize * tableCount);
  }

  listTables(set: number): number[][] {
    if (set === 0) return [];
    const table = this.#findTable(set);
    return [this.#diners.filter((_, i) => table & (1 << i)), ...this.listTables(set & ~table)];
  }

  #canSeat(set: number): boolean {
    if (set === 0) return true;
    if (this.#known[set] === 0) this.#known[set] = this.#findTable(set) === 0 ? 2 : 1;
    return this.#known[set] === 1;
  }

  /** A table with the first diner of the set whose others can be seated too; 0 where there is none. */
  #findTable(set: number): number {
    const first = set & -set;
    const extend = (table: number, seated: number, allowed: number): number => {
      if (seated === tableSize) return this.#isLegalTable[table] && this.#canSeat(set & ~table) ? table : 0;
      for (let rest = allowed; rest !== 0; ) {
        const diner = rest & -rest;
        rest &= ~diner;
        const found = extend(table | diner, seated + 1, rest & this.#allowedWith(diner));
        if (found !== 0) return found;
      }
      return 0;
    };
    return extend(first, 1, set & ~first & this.#allowedWith(first));
  }

  #allowedWith(diner: number): number {
    return this.#allowed[31 - Math.clz32(diner)] as number;
  }
}
