const maxSweeps = 1_000;

interface Bounds {
  lower: Float64Array;
  upper: Float64Array;
}

/** The x from `lower` to `upper` with the lowest x'Ax / 2 − b'x, by coordinate descent. */
export function minimizeWithin(
  matrix: Float64Array,
  linear: Float64Array,
  { lower, upper }: Bounds,
  start: Float64Array,
): Float64Array {
  const size = linear.length;
  const limit = (value: number, i: number) =>
    Math.min(Math.max(lower[i] as number, value), upper[i] as number);
  const point = start.map(limit);
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    let largestChange = 0;
    let largest = 0;
    for (let i = 0; i < size; i++) {
      let slope = linear[i] as number;
      for (let j = 0; j < size; j++) slope -= (matrix[i * size + j] as number) * (point[j] as number);
      const before = point[i] as number;
      const after = limit(before + slope / (matrix[i * size + i] as number), i);
      point[i] = after;
      largestChange = Math.max(largestChange, Math.abs(after - before));
      largest = Math.max(largest, Math.abs(after));
    }
    if (largestChange <= 1e-7 * largest) break;
  }
  return point;
}
