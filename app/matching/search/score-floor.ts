/** How far under the mean a table is called poor, in points of 100. */
const depth = 1.6;
/** What a point below the floor costs on top of itself; half a point deeper, as much again. */
export const slope = 2;

/**
 * A table below the floor counts for less than it scores, and for less the deeper it lies, so that none is left poor to
 * make another rich.
 */
export class Floor {
  readonly height: number;
  readonly unit: number;

  /** After a first seating; a point of 100 is so much of a table's score. */
  constructor(scores: Int32Array, point: number) {
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    this.height = Math.round(mean - depth * point);
    this.unit = Math.max(1, Math.round(point / 2));
  }

  worth(score: number): number {
    const missing = this.height - score;
    return missing <= 0
      ? score
      : score - slope * missing - Math.floor((slope * missing * missing) / this.unit);
  }
}
