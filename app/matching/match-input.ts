import type { Diner, Venue } from "./diner.ts";
import type { MatchQuestion } from "./question.ts";

/** The rules an operator may relax, in the order in which they are relaxed. */
export const relaxableRules = ["met", "language"] as const;
export type RelaxableRule = (typeof relaxableRules)[number];

export interface MatchInput {
  questions: readonly MatchQuestion[];
  venues: readonly Venue[];
  diners: readonly Diner[];
  seed: number;
  /** Default: none. */
  relax?: readonly RelaxableRule[];
  /** Whether to lift the poorest tables at a small cost to the others. Default: true. */
  floor?: boolean;
  /** How many swaps to try for each venue. Default: 100,000 per diner, at most 36 million. */
  proposals?: number;
}
