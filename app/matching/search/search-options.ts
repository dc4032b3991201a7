export interface SearchOptions {
  seed: number;
  /** How many swaps the search may propose. */
  maxProposals: number;
  /** How much table score is one point of 100; without it there is no floor under the tables' scores. */
  scorePerPoint?: number;
}
