import type { DinerTerms } from "#app/matching/terms/diner-terms.ts";

export class FeatureVectors {
  readonly dinerCount: number;
  readonly featureCount: number;
  readonly rows: Int8Array;
  readonly factors: Int32Array;
  /** Missing if no term is in force. */
  readonly terms: DinerTerms | undefined;
  /** One for each diner; missing if nobody has a boost. */
  readonly boosts: Int32Array | undefined;

  constructor(
    dinerCount: number,
    factors: readonly number[],
    writeFeatures: (diner: number, features: Int8Array) => void,
    terms?: DinerTerms | undefined,
    boosts?: Int32Array | undefined,
  ) {
    this.terms = terms;
    this.boosts = boosts?.includes(1) ? boosts : undefined;
    this.dinerCount = dinerCount;
    this.featureCount = factors.length;
    this.factors = Int32Array.from(factors);
    this.rows = new Int8Array(dinerCount * this.featureCount);
    for (let diner = 0; diner < dinerCount; diner++) writeFeatures(diner, this.featuresOf(diner));
  }

  featuresOf(diner: number): Int8Array {
    return this.rows.subarray(diner * this.featureCount, (diner + 1) * this.featureCount);
  }

  isBoosted(table: ArrayLike<number>): boolean {
    for (let i = 0; this.boosts && i < table.length; i++) if (this.boosts[table[i] as number]) return true;
    return false;
  }

  pairScore(one: number, other: number): number {
    const { rows, factors, featureCount } = this;
    let sum = 0;
    for (let i = 0, a = one * featureCount, b = other * featureCount; i < featureCount; i++)
      sum += (rows[a + i] as number) * (rows[b + i] as number) * (factors[i] as number);
    return sum;
  }

  tableScore(table: ArrayLike<number>): number {
    let score = 0;
    for (let i = 0; i < table.length; i++)
      for (let j = 0; j < i; j++) score += this.pairScore(table[i] as number, table[j] as number);
    return score;
  }
}
