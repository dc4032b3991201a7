import type { Rules } from "#app/matching/rules/rules.ts";
import { type Board, listed } from "./board.ts";

/** Beyond this many diners a list is the best of a sample as large. */
const reach = 6_000;

/** For each diner the sixteen they would like best of those they may sit with, best first. */
export function partnersOf(board: Board, rules: Rules): Int32Array {
  const { count } = board;
  const shortlist = new Shortlist(count, rules);
  for (let one = 0; one < count; one++) {
    const end = count <= reach ? count : one + 1 + reach / 2;
    shortlist.offerAll(one, one + 1, board.products(one, one + 1, Math.min(end, count)));
    if (end > count) shortlist.offerAll(one, 0, board.products(one, 0, end - count));
  }
  return shortlist.filled();
}

class Shortlist {
  readonly names: Int32Array;
  readonly #scores: Int32Array;
  /** The score to beat. */
  readonly #least: Int32Array;

  readonly #rules: Rules;

  constructor(count: number, rules: Rules) {
    this.#rules = rules;
    this.names = new Int32Array(count * listed).fill(-1);
    this.#scores = new Int32Array(count * listed).fill(-(2 ** 31));
    this.#least = new Int32Array(count).fill(-(2 ** 31));
  }

  /** What one diner scores with others, the first of them and those after. */
  offerAll(one: number, first: number, scores: Int32Array): void {
    const least = this.#least;
    for (let i = 0; i < scores.length; i++) {
      const score = scores[i] as number;
      const other = first + i;
      const pleases = score > (least[one] as number);
      const flatters = score > (least[other] as number);
      if (!(pleases || flatters) || !this.#rules.mayMeet(one, other)) continue;
      if (pleases) this.#insert(one, other, score);
      if (flatters) this.#insert(other, one, score);
    }
  }

  /** Whoever may sit with few has them listed again and again; whoever may sit with nobody has only themselves. */
  filled(): Int32Array {
    const { names } = this;
    for (let from = 0; from < names.length; from += listed) {
      for (let k = 0, known = 0; k < listed; k++) {
        if ((names[from + k] as number) >= 0) known++;
        else names[from + k] = known ? (names[from + (k % known)] as number) : from / listed;
      }
    }
    return names;
  }

  #insert(owner: number, name: number, score: number): void {
    const from = owner * listed;
    let at = from + listed - 1;
    while (at > from && (this.#scores[at - 1] as number) < score) {
      this.#scores[at] = this.#scores[at - 1] as number;
      this.names[at] = this.names[at - 1] as number;
      at--;
    }
    this.#scores[at] = score;
    this.names[at] = name;
    this.#least[owner] = this.#scores[from + listed - 1] as number;
  }
}
