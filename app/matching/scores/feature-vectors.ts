/** A row of small whole numbers for each diner, and a factor for each column: what two have in common is one dot product. */
export class Vectors {
  readonly count: number;
  readonly width: number;
  readonly rows: Int8Array;
  readonly factors: Int32Array;

  constructor(count: number, factors: readonly number[], write: (row: number, features: Int8Array) => void) {
    this.count = count;
    this.width = factors.length;
    this.factors = Int32Array.from(factors);
    this.rows = new Int8Array(count * this.width);
    for (let row = 0; row < count; row++) write(row, this.row(row));
  }

  row(diner: number): Int8Array {
    return this.rows.subarray(diner * this.width, (diner + 1) * this.width);
  }

  dot(one: number, other: number): number {
    const { rows, factors, width } = this;
    let sum = 0;
    for (let i = 0, a = one * width, b = other * width; i < width; i++)
      sum += (rows[a + i] as number) * (rows[b + i] as number) * (factors[i] as number);
    return sum;
  }
}
