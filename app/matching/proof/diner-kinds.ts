import type { Rules } from "#app/matching/rules/rules.ts";
import type { Vectors } from "#app/matching/scores/feature-vectors.ts";

/**
 * Diners of one kind could change places and nobody would notice: the same answers, the same languages, and nobody whom they
 * must not meet. A proof looks at kinds, since a night of few has far fewer seatings than it has ways to name them.
 */
export class Kinds {
  /** A diner of each, the first there is. */
  readonly first: Int32Array;
  /** How many diners are of each. */
  readonly many: Int32Array;
  readonly #of: Int32Array;

  constructor(vectors: Vectors, rules: Rules) {
    const known = new Map<string, number>();
    const first: number[] = [];
    this.#of = Int32Array.from({ length: vectors.count }, (_, diner) => {
      const name = rules.hasFoes(diner) ? `${diner}` : `${rules.languages[diner]}:${vectors.row(diner)}`;
      const kind = known.get(name) ?? first.push(diner) - 1;
      known.set(name, kind);
      return kind;
    });
    this.first = Int32Array.from(first);
    this.many = new Int32Array(first.length);
    for (const kind of this.#of) this.many[kind] = (this.many[kind] as number) + 1;
  }

  /** The kinds at a table, in order. */
  at(diners: Int32Array): Int32Array {
    return diners.map((diner) => this.#of[diner] as number).sort();
  }

  /** Diners for seats of which the kinds are known, each once. */
  seat(kinds: Iterable<number>): Int32Array {
    const waiting = Array.from(this.many, (): number[] => []);
    for (let diner = this.#of.length - 1; diner >= 0; diner--)
      waiting[this.#of[diner] as number]?.push(diner);
    return Int32Array.from(kinds, (kind) => waiting[kind]?.pop() as number);
  }
}
