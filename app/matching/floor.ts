/** What a point below the floor costs on top of itself; deeper down, more. */
const slope = 4;

/**
 * A table below the floor counts for less than it scores, and for less the deeper it lies, so that none is left poor to
 * make another rich. The floor is what the poorest fifth of a first seating don't reach.
 */
export class Floor {
  readonly height: number;
  readonly #unit: number;

  constructor(scores: Int32Array) {
    const sorted = scores.toSorted();
    this.height = sorted[Math.floor(sorted.length / 5)] ?? 0;
    this.#unit = Math.max(1, (sorted[Math.floor(sorted.length / 2)] ?? 0) - this.height);
  }

  worth(score: number): number {
    const depth = this.height - score;
    return depth <= 0 ? score : score - slope * depth - Math.floor((slope * depth * depth) / this.#unit);
  }
}
