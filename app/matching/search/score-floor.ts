const pointsBelowMean = 1.6;
/** Terms need tables that score lower. */
const pointsBelowMeanForTerms = 2;
export const penaltySlope = 2;

/** Tables below the floor are worth less than they score, so that the search does not neglect them. */
export class ScoreFloor {
  readonly minScore: number;
  /** How much higher the floor of a table with a boost is: that floor is the mean. */
  readonly boost: number;
  readonly halfPoint: number;

  constructor(tableScores: Int32Array, scorePerPoint: number, hasTerms: boolean) {
    const mean = tableScores.reduce((sum, score) => sum + score, 0) / tableScores.length;
    const points = hasTerms ? pointsBelowMeanForTerms : pointsBelowMean;
    this.minScore = Math.round(mean - points * scorePerPoint);
    this.boost = Math.round(mean) - this.minScore;
    this.halfPoint = Math.max(1, Math.round(scorePerPoint / 2));
  }

  worthOf(score: number, isBoosted: boolean): number {
    const missing = this.minScore + (isBoosted ? this.boost : 0) - score;
    return missing <= 0
      ? score
      : score - penaltySlope * missing - Math.floor((penaltySlope * missing * missing) / this.halfPoint);
  }
}
