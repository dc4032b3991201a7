import type { Rules } from "./rules.ts";
import type { Vectors } from "./vectors.ts";

export const listed = 16;

/** Beyond this many diners a list is the best of a sample as large. */
const reach = 6_000;

/**
 * For each diner the sixteen they would like best of those they may sit with, best first. Two by two, since a feature read once then
 * serves two products.
 */
export function partnersOf(vectors: Vectors, rules: Rules): Int32Array {
  const { count, words, left, right, half, shift } = vectors;
  const shortlist = new Shortlist(count, rules);
  const span = Math.min(count, Math.max(2, reach >> 1));
  for (let i = 0; i < count; i += 2) {
    const two = i + 1 < count;
    const a = i * words;
    const b = two ? a + words : a;
    if (two) shortlist.offer(i, i + 1, vectors.dot(i, i + 1));
    const end = count <= reach ? count : i + span;
    for (let next = i + 2; next < end; next++) {
      const j = next < count ? next : next - count;
      const c = j * words;
      let first = 0;
      let second = 0;
      for (let k = 0; k < words; k++) {
        const feature = right[c + k] as number;
        first = (first + Math.imul(left[a + k] as number, feature)) | 0;
        second = (second + Math.imul(left[b + k] as number, feature)) | 0;
      }
      shortlist.offer(i, j, (first + half) >> shift);
      if (two) shortlist.offer(i + 1, j, (second + half) >> shift);
    }
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

  offer(one: number, other: number, score: number): void {
    const pleases = score > (this.#least[one] as number);
    const flatters = score > (this.#least[other] as number);
    if (!(pleases || flatters) || !this.#rules.mayMeet(one, other)) return;
    if (pleases) this.#insert(one, other, score);
    if (flatters) this.#insert(other, one, score);
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
