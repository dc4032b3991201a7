import type { Diner, Venue } from "./diner.ts";
import type { MatchQuestion } from "./question.ts";
import type { TableTerms } from "./terms/diner-terms.ts";

/** In the order in which they are relaxed. */
export const relaxableRules = ["met", "language"] as const;
export type RelaxableRule = (typeof relaxableRules)[number];

export interface MatchInput {
  questions: readonly MatchQuestion[];
  venues: readonly Venue[];
  diners: readonly Diner[];
  seed: number;
  relax?: readonly RelaxableRule[];
  floor?: boolean;
  terms?: TableTerms;
  /** Pairs of diners who both wish to meet again. */
  wishes?: readonly (readonly [string, string])[];
  /** Groups of two to four diners who sit at one table; a diner is in at most one of them. */
  together?: readonly (readonly string[])[];
  /** The number of swaps to try. */
  proposals?: number;
}
