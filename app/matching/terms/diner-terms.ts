import { tableSize } from "#app/lib/table-size.ts";
import { countBits } from "#app/matching/bits.ts";

/** What a table gains and loses besides its pair scores, in points of its score. A term that is left out has no effect. */
export interface TableTerms {
  /**
   * Lost for each answer that a question's `company` marks and only one diner at the table has, and for a single first dinner.
   */
  company?: number;
  age?: AgeTerm;
  talker?: TalkerTerm;
  /** Gained by two diners who wish to meet again. */
  wish?: number;
}

/** The most that a table can lose or gain by one term. */
export const maxPoints = 20;

export const usualPoints = {
  company: 3.2,
  age: { alone: 10, nearYears: 10, wide: 2.5, wideYears: 15 },
  talker: { missing: 0.5 },
  wish: 9.6,
} as const;

export interface AgeTerm {
  /** The id of a question of kind `year`. */
  question: number;
  /** Lost for each diner with nobody within `nearYears`. */
  alone: number;
  nearYears: number;
  /** Lost if the oldest and the youngest are `wideYears` apart, and a tenth of it more for each year beyond that. */
  wide: number;
  wideYears: number;
}

interface TalkerTerm {
  /** The question's id. */
  question: number;
  /** The choices of diners who start conversations. */
  choices: readonly number[];
  /** Lost if nobody at the table has them, or everybody. */
  missing: number;
}

/** An answer that nobody should have alone; if `question` is null, it is the first dinner. */
export interface Mark {
  question: number | null;
  answer: number | string | null;
}

/** Years are compared up to this difference. */
export const maxWidth = 127;

/** The lists are indexed by diner. */
interface TermValues {
  /** A bit for each mark, `wordCount` words for each diner. */
  masks: Int32Array;
  wordCount: number;
  marks: readonly Mark[];
  /** A bit for each mark that few have. */
  rareMarks: Int32Array;
  markCost: number;
  /** Years of birth: 0 if unknown, below 0 if nobody within `nearYears` may sit with them. */
  years: Int32Array;
  nearYears: number;
  farCost: number;
  /** Indexed by how many years the oldest and the youngest are apart. */
  widthCosts: Int32Array;
  /** 1 for those who start conversations. */
  talkers: Int32Array;
  /** Indexed by how many at a table start conversations. */
  talkerCosts: Int32Array;
  /** For each diner, those with whom a wish to meet again is mutual. */
  wishes: readonly (readonly number[])[];
  wishBonus: number;
}

/** The terms of a match input in whole numbers, in the form that the kernel also reads. */
export class DinerTerms {
  readonly values: TermValues;

  constructor(values: TermValues) {
    this.values = values;
  }

  /** What all five at a table lose together. */
  costOf(table: ArrayLike<number>): number {
    return this.#costOfMarks(table) + this.#costOfAges(table) + this.#costOfTalkers(table);
  }

  #costOfMarks(table: ArrayLike<number>): number {
    const { masks, wordCount, markCost } = this.values;
    let cost = 0;
    for (let word = 0; word < wordCount; word++) {
      let once = 0;
      let twice = 0;
      for (let i = 0; i < table.length; i++) {
        const mask = masks[(table[i] as number) * wordCount + word] as number;
        twice |= once & mask;
        once |= mask;
      }
      cost += markCost * countBits(once & ~twice);
    }
    return cost;
  }

  #costOfAges(table: ArrayLike<number>): number {
    const { years, nearYears, farCost, widthCosts } = this.values;
    let cost = 0;
    let min = maxYear;
    let max = 0;
    for (let i = 0; i < table.length; i++) {
      const year = years[table[i] as number] as number;
      if (year !== 0) min = Math.min(min, Math.abs(year));
      max = Math.max(max, Math.abs(year));
      let isFar = year > 0;
      for (let j = 0; isFar && j < table.length; j++) {
        const other = Math.abs(years[table[j] as number] as number);
        if (j !== i && other !== 0 && Math.abs(other - year) <= nearYears) isFar = false;
      }
      if (isFar) cost += farCost;
    }
    return cost + (widthCosts[Math.min(maxWidth, Math.max(0, max - min))] as number);
  }

  #costOfTalkers(table: ArrayLike<number>): number {
    let count = 0;
    for (let i = 0; i < table.length; i++) count += this.values.talkers[table[i] as number] as number;
    return this.values.talkerCosts[count] as number;
  }

  /** What the terms add to the worth of a table. */
  changeOf(table: ArrayLike<number>): number {
    return this.bonusOf(table) - this.costOf(table);
  }

  bonusOf(table: ArrayLike<number>): number {
    const { wishes, wishBonus } = this.values;
    let fulfilled = 0;
    for (let i = 0; i < table.length; i++) {
      const wished = wishes[table[i] as number] ?? [];
      for (let j = 0; wished.length > 0 && j < i; j++) if (wished.includes(table[j] as number)) fulfilled++;
    }
    return fulfilled * wishBonus;
  }

  get hasWishes(): boolean {
    const { wishes, wishBonus } = this.values;
    return wishBonus > 0 && wishes.some(({ length }) => length > 0);
  }

  get #maxMarks(): number {
    const { masks, wordCount } = this.values;
    let most = 0;
    for (let from = 0; from < masks.length; from += wordCount) {
      let marks = 0;
      for (let word = from; word < from + wordCount; word++) marks += countBits(masks[word] as number);
      most = Math.max(most, marks);
    }
    return most;
  }

  /** What a table can lose or gain at most. */
  get maxAmount(): number {
    const { markCost, farCost, widthCosts, talkerCosts, wishBonus } = this.values;
    return (
      tableSize * (this.#maxMarks * markCost + farCost) +
      (widthCosts.at(-1) as number) +
      Math.max(...talkerCosts) +
      tableSize ** 2 * wishBonus
    );
  }
}

export const maxYear = 9_999;
