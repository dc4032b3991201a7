import type { StandbyReason } from "#app/lib/booking/standby-reasons.ts";
import type { RelaxableRule } from "./match-input.ts";
import type { TermsReport } from "./terms/build-terms.ts";

export interface Standby {
  diner: string;
  reason: Exclude<StandbyReason, "table closed">;
}

export interface Table {
  venue: string;
  diners: string[];
  /** 0 to 100; random tables score about 50. */
  score: number;
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
  mean: number | null;
  worst: number | null;
  /** The 5 % quantile of the tables' scores. */
  fivePercent: number | null;
  worstDiner: number | null;
  lowestPair: number | null;
  /** One entry: all bookings are one pool. */
  venues: [PoolReport];
}

export interface PoolReport {
  /** Null unless there is exactly one venue. */
  venue: string | null;
  relaxed: RelaxableRule[];
  /** Whether all wanted tables are filled; if not, whether the rules allow no more. */
  outcome: "complete" | "impossible" | "not found";
  /** "exact" if no seating of the same diners is worth more, "search" if there may be a better one. */
  method: "exact" | "search";
  /** No seating by these rules seats more diners. */
  mostSeated: number;
  worth: number;
  /** Missing if no term is in force. */
  terms?: TermsReport;
  /** How many tables are used at each venue, by id; missing if there is exactly one venue. */
  tables?: { venue: string; used: number }[];
}
