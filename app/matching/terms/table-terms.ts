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

/** `bench:terms` measures what these points change. */
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
