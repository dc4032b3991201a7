import type { Diner, Venue } from "./diner.ts";
import type { MatchQuestion } from "./question.ts";

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
  /** The number of swaps to try. */
  proposals?: number;
}
