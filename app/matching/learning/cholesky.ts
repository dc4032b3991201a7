/** A symmetric positive definite matrix as a product of a lower triangle and its transpose. */
export class Cholesky {
  readonly #size: number;
  readonly #lower: Float64Array;

  constructor(matrix: Float64Array, size: number) {
    this.#size = size;
    this.#lower = new Float64Array(size * size);
    const lower = this.#lower;
    for (let i = 0; i < size; i++)
      for (let j = 0; j <= i; j++) {
        let sum = matrix[i * size + j] as number;
        for (let k = 0; k < j; k++) sum -= (lower[i * size + k] as number) * (lower[j * size + k] as number);
        if (i === j && !(sum > 0)) throw new RangeError("The sums are not those of any ratings.");
        lower[i * size + j] = i === j ? Math.sqrt(sum) : sum / (lower[j * size + j] as number);
      }
  }

  logDeterminant(): number {
    let sum = 0;
    for (let i = 0; i < this.#size; i++) sum += 2 * Math.log(this.#lower[i * this.#size + i] as number);
    return sum;
  }

  solve(right: Float64Array): Float64Array {
    const size = this.#size;
    const lower = this.#lower;
    const solution = right.slice();
    for (let i = 0; i < size; i++) {
      let sum = solution[i] as number;
      for (let k = 0; k < i; k++) sum -= (lower[i * size + k] as number) * (solution[k] as number);
      solution[i] = sum / (lower[i * size + i] as number);
    }
    for (let i = size - 1; i >= 0; i--) {
      let sum = solution[i] as number;
      for (let k = i + 1; k < size; k++) sum -= (lower[k * size + i] as number) * (solution[k] as number);
      solution[i] = sum / (lower[i * size + i] as number);
    }
    return solution;
  }

  /** Returns the diagonal of the inverse. */
  invertDiagonal(): Float64Array {
    const unit = new Float64Array(this.#size);
    return Float64Array.from({ length: this.#size }, (_, i) => {
      unit.fill(0)[i] = 1;
      return this.solve(unit)[i] as number;
    });
  }
}
