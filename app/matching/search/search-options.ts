import type { WishedSeating } from "#app/matching/admission/seat-wished.ts";

export interface SearchOptions {
  seed: number;
  /** A seating that keeps the rules, table after table; the search begins there where its own start breaks one. */
  legalOrder?: Int32Array;
  /** Where the search begins, and at first keeps wishes. */
  wished?: WishedSeating | undefined;
  maxProposals: number;
  /** Table score for one point of 100; undefined for a search without a floor. */
  scorePerPoint?: number;
}
