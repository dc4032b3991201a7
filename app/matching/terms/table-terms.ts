/** What a table gains and loses beside its pair scores, in points of its score. A term that is left out has no effect. */
export interface TableTerms {
  /** Lost for each answer that `company` of a question marks and only one at the table has, and for a first dinner alone. */
  company?: number;
  age?: AgeTerm;
  talker?: TalkerTerm;
  /** Gained by two who wish to meet again. */
  wish?: number;
}

/** Of a term that a table loses or gains at most. */
export const maxPoints = 20;

/** Of these, `bench:terms` measures what they change. */
export const usualPoints = {
  company: 3.2,
  age: { alone: 10, nearYears: 10, wide: 2.5, wideYears: 15 },
  talker: { missing: 0.5 },
  wish: 9.6,
} as const;

export interface AgeTerm {
  /** Its id; it is of kind `year`. */
  question: number;
  /** Lost for each diner with nobody within `nearYears`. */
  alone: number;
  nearYears: number;
  /** Lost where the oldest and the youngest are `wideYears` apart, and a tenth of it more for each year beyond. */
  wide: number;
  wideYears: number;
}

interface TalkerTerm {
  /** Its id. */
  question: number;
  /** Those of diners who start conversations. */
  choices: readonly number[];
  /** Lost where nobody at the table has them, or everybody. */
  missing: number;
}

/** An answer that nobody should have alone; without a question it is the first dinner. */
export interface Mark {
  question: number | null;
  answer: number | string | null;
}
