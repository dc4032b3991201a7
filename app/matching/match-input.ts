import type { Diner, Venue } from "./diner.ts";
import type { MatchQuestion } from "./question.ts";

/** The rules an operator may let go of where no seating keeps them, in the order in which they go. */
export const relaxable = ["met", "language"] as const;
export type Relaxable = (typeof relaxable)[number];

export interface MatchInput {
  questions: readonly MatchQuestion[];
  venues: readonly Venue[];
  diners: readonly Diner[];
  seed: number;
  /** Which rules may go; none, unless said. */
  relax?: readonly Relaxable[];
  /** Whether the poorest tables are lifted at a small cost to the rest; they are, unless said. */
  floor?: boolean;
  /** How many changes of places to consider for each venue; 100,000 a diner up to 36 million, unless said. */
  proposals?: number;
}

export type Reason =
  /** The kitchen can't serve them. */
  | "diet"
  /** The venue has no table left. */
  | "full"
  /** Tables are of five, and they are among those left over. */
  | "left over"
  /** No legal table was found for them. */
  | "rules";

export interface Standby {
  diner: string;
  reason: Reason;
}

export interface Table {
  venue: string;
  diners: string[];
  /** How well its pairs go together, 0 to 100; 50 is what chance would give. */
  score: number;
  /** What the table shares, in three sentences at most. */
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

export interface Report {
  seated: number;
  /** Of the tables' scores; null where there is no table. */
  mean: number | null;
  worst: number | null;
  /** One table in twenty is below this. */
  fivePercent: number | null;
  worstDiner: number | null;
  lowestPair: number | null;
  venues: VenueReport[];
}

export interface VenueReport {
  venue: string;
  /** The rules that had to go, in that order; none, unless the night allows it. */
  relaxed: Relaxable[];
  /**
   * best: no other seating is worth more, which is proven. good: none was found. impossible: it is proven that
   * not all of them can be seated by the rules. not found: a seating of all by the rules was not found.
   */
  outcome: "best" | "good" | "impossible" | "not found";
  /** What the seating of all adds up to, where there is one, and what none can exceed where that is known. */
  worth: number | null;
  bound: number | null;
}
