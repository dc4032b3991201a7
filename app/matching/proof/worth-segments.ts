import type { ScoreFloor } from "#app/matching/search/score-floor.ts";

/**
 * No table is worth more than `base` and its score times `slope`. It is nearly worth as much where it is worth between `from` and
 * `below`, so this is for tables that have to be worth so much to gain enough.
 */
export interface WorthSegment {
  from: number;
  below: number;
  slope: number;
  base: number;
}

const allTables: WorthSegment[] = [{ from: -Infinity, below: Infinity, slope: 1, base: 0 }];
/** In half points below the floor. */
const ends = [0, 1, 2, 3, 4, 6, 8, 12, 16, 32, Infinity];
/** Slopes of so many parts of 1 multiply scores without rounding errors. */
const partsOfSlope = 1024;

/** Below the floor the worth of a table falls ever faster with its score, so a tangent is nowhere below it: each segment has one. */
export function listSegments(floor: ScoreFloor | undefined, isBoosted: boolean): WorthSegment[] {
  if (!floor) return allTables;
  const { halfPoint } = floor;
  const minScore = floor.minScore + (isBoosted ? floor.boost : 0);
  const worthAt = (halfPoints: number) => floor.worthOf(minScore - halfPoints * halfPoint, isBoosted);
  const segments: WorthSegment[] = [{ from: minScore, below: Infinity, slope: 1, base: 0 }];
  for (const [i, near] of ends.slice(0, -1).entries()) {
    const far = ends[i + 1] as number;
    const middle = Math.round((far === Infinity ? 2 * near : (near + far) / 2) * halfPoint);
    const slope = Math.round(partsOfSlope * floor.slopeAt(middle)) / partsOfSlope;
    // Penalties are rounded down, and the slope is a little off.
    const base = worthAt(middle / halfPoint) + 2 - slope * (minScore - middle);
    segments.push({
      from: far === Infinity ? -Infinity : worthAt(far),
      below: worthAt(near),
      slope,
      base: Math.ceil(base),
    });
  }
  return segments;
}
