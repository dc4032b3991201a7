const maxSweeps = 1_000;

/** The x from 0 to `upper` with the lowest x'Ax / 2 − b'x, by coordinate descent. */
export function minimizeWithin(
  matrix: Float64Array,
  linear: Float64Array,
  upper: Float64Array,
  start: Float64Array,
): Float64Array {
  const size = linear.length;
  const point = start.map((value, i) => Math.min(Math.max(0, value), upper[i] as number));
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    let largestChange = 0;
    let largest = 0;
    for (let i = 0; i < size; i++) {
      let slope = linear[i] as number;
      for (let j = 0; j < size; j++) slope -= (matrix[i * size + j] as number) * (point[j] as number);
      const before = point[i] as number;
      const free = before + slope / (matrix[i * size + i] as number);
      const after = Math.min(Math.max(0, free), upper[i] as number);
      point[i] = after;
      largestChange = Math.max(largestChange, Math.abs(after - before));
      largest = Math.max(largest, after);
    }
    if (largestChange <= 1e-7 * largest) break;
  }
  return point;
}
