/**
 * Two features share a 32-bit word: with left = a + b·2^16 and right = b' + a'·2^16 the upper half of
 * left·right is aa' + bb', and what runs over the top is gone. One multiplication does the work of two.
 */
export class Vectors {
  readonly count: number;
  readonly words: number;
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** A sum of products is read as (sum + half) >> shift. */
  readonly shift: number;
  readonly half: number;

  constructor(count: number, factors: readonly number[], write: (row: number, features: Int32Array) => void) {
    const features = new Int32Array(factors.length + 1);
    const fill = (row: number) => write(row, features.fill(0));
    const fits = rangeOf(count, factors, features, fill) < 2 ** 15;
    this.count = count;
    this.words = fits ? Math.ceil(factors.length / 2) : factors.length;
    this.shift = fits ? 16 : 0;
    this.half = fits ? 2 ** 15 : 0;
    this.left = new Int32Array(count * this.words);
    this.right = new Int32Array(count * this.words);

    for (let row = 0; row < count; row++) {
      fill(row);
      for (let word = 0; word < this.words; word++) {
        const at = row * this.words + word;
        const first = fits ? 2 * word : word;
        const a = features[first] as number;
        this.left[at] = a * (factors[first] as number);
        this.right[at] = a;
        if (!fits) continue;
        const b = features[first + 1] as number;
        this.left[at] = (this.left[at] as number) + b * (factors[first + 1] ?? 0) * 2 ** 16;
        this.right[at] = b + a * 2 ** 16;
      }
    }
  }

  dot(one: number, other: number): number {
    const { left, right, words } = this;
    let sum = 0;
    for (let i = 0, a = one * words, b = other * words; i < words; i++) {
      sum = (sum + Math.imul(left[a + i] as number, right[b + i] as number)) | 0;
    }
    return (sum + this.half) >> this.shift;
  }
}

/** No sum of a diner's products with the five of a table is larger, nor is what crosses over beside it. */
function rangeOf(
  count: number,
  factors: readonly number[],
  features: Int32Array,
  fill: (row: number) => void,
): number {
  const highest = new Int32Array(features.length + 1);
  for (let row = 0; row < count; row++) {
    fill(row);
    for (let i = 0; i < factors.length; i++) {
      const size = Math.abs(features[i] as number);
      highest[i] = Math.max(highest[i] as number, size);
      // The two of a word are multiplied with one another as well.
      highest[i ^ 1] = Math.max(highest[i ^ 1] as number, size);
    }
  }
  let most = 0;
  for (let row = 0; row < count; row++) {
    fill(row);
    let sum = 0;
    for (let i = 0; i < factors.length; i++) {
      sum += Math.abs((features[i] as number) * (factors[i] as number)) * (highest[i] as number);
    }
    if (sum > most) most = sum;
  }
  return 5 * most;
}
