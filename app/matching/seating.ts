import type { RelaxableRule } from "./match-input.ts";

export type StandbyReason =
  /** The venue's kitchen can't serve the diner. */
  | "diet"
  /** The venue has no table left. */
  | "full"
  /** Too few diners for another table. */
  | "left over"
  /** The search found no table that keeps the rules. */
  | "rules";

export interface Standby {
  diner: string;
  reason: StandbyReason;
}

export interface Table {
  venue: string;
  diners: string[];
  /** The mean score of the table's pairs, 0 to 100; random tables score about 50. */
  score: number;
  /** Sentences about what the table shares. */
  explanation: string[];
}

export interface Seating {
  version: number;
  seed: number;
  tables: Table[];
  standby: Standby[];
  report: Report;
  hash: string;
}

/** Scores are from 0 to 100, and null where there is no table. */
export interface Report {
  seated: number;
  mean: number | null;
  worst: number | null;
  /** The 5 % quantile of the tables' scores. */
  fivePercent: number | null;
  worstDiner: number | null;
  lowestPair: number | null;
  venues: VenueReport[];
}

export interface VenueReport {
  venue: string;
  /** The rules that were relaxed. */
  relaxed: RelaxableRule[];
  /**
   * best: proven that no seating is worth more. good: not proven. impossible: proven that the rules leave no seating
   * of all diners. not found: no such seating was found.
   */
  outcome: "best" | "good" | "impossible" | "not found";
  /** The tables' scores added up, less the floor's penalty; null unless all diners were seated. */
  worth: number | null;
  /** No seating is worth more than this, where a bound is known. */
  bound: number | null;
}
