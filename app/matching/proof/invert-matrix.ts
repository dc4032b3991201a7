const minPivot = 1e-9;
/** Entries that are only rounding errors. */
const maxError = 1e-12;

/** By elimination, row by row. Undefined where there is no inverse. */
export function invertMatrix(matrix: Float64Array, size: number): Float64Array | undefined {
  const rows = Array.from({ length: size }, (_, row): Float64Array => {
    const both = new Float64Array(2 * size);
    both.set(matrix.subarray(row * size, (row + 1) * size));
    both[size + row] = 1;
    return both;
  });
  for (let column = 0; column < size; column++) {
    const sizeOf = (row: number) => Math.abs(rows[row]?.[column] as number);
    let largest = column;
    for (let row = column + 1; row < size; row++) if (sizeOf(row) > sizeOf(largest)) largest = row;
    if (sizeOf(largest) < minPivot) return undefined;
    const pivotRow = rows[largest] as Float64Array;
    rows[largest] = rows[column] as Float64Array;
    rows[column] = pivotRow;
    const pivot = pivotRow[column] as number;
    for (let k = column; k < 2 * size; k++) pivotRow[k] = (pivotRow[k] as number) / pivot;
    for (const row of rows) {
      const factor = row[column] as number;
      if (row === pivotRow || factor === 0) continue;
      for (let k = column; k < 2 * size; k++) row[k] = (row[k] as number) - factor * (pivotRow[k] as number);
    }
  }
  const inverse = new Float64Array(size * size);
  for (const [i, row] of rows.entries()) inverse.set(row.subarray(size), i * size);
  return inverse.map((entry) => (Math.abs(entry) < maxError ? 0 : entry));
}
