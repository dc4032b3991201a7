export interface SearchOptions {
  seed: number;
  maxProposals: number;
  /** Table score for one point of 100; undefined for a search without a floor. */
  scorePerPoint?: number;
}
