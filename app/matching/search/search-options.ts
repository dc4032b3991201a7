import type { WishedSeating } from "#app/matching/admission/seat-wished.ts";

export interface SearchOptions {
  seed: number;
  /** A seating that keeps the rules, table after table; without rules, any order does. */
  legalOrder?: Int32Array;
  /** The seating from which the search starts and at first keeps wishes. */
  wished?: WishedSeating | undefined;
  maxProposals: number;
  /** Table score for one point of 100; undefined for a search without a floor. */
  scorePerPoint?: number;
}
