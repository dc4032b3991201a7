/** Sums over groups of answers, such as tables, from which an estimate and its interval follow. They can be added up. */
export interface RatioSums {
  groups: number;
  /** The highest possible number: possible pairs, or answers. */
  count: number;
  /** The total: of wishes, or of ratings. */
  sum: number;
  countSquares: number;
  sumSquares: number;
  products: number;
}

export const noSums: RatioSums = { groups: 0, count: 0, sum: 0, countSquares: 0, sumSquares: 0, products: 0 };

export const addSums = (one: RatioSums, other: RatioSums): RatioSums => ({
  groups: one.groups + other.groups,
  count: one.count + other.count,
  sum: one.sum + other.sum,
  countSquares: one.countSquares + other.countSquares,
  sumSquares: one.sumSquares + other.sumSquares,
  products: one.products + other.products,
});

/** A group without answers doesn't count. */
export const sumsOfGroup = (count: number, sum: number): RatioSums =>
  count === 0
    ? noSums
    : { groups: 1, count, sum, countSquares: count * count, sumSquares: sum * sum, products: count * sum };

export interface Estimate {
  value: number;
  /** Half the width of the 95 % interval; null if there are too few groups to know how much they differ. */
  margin: number | null;
  /** The number of answers behind the estimate. */
  count: number;
}

const z = 1.96;

/** The width of the 95 % interval in standard errors. It is more than 1.96 if few groups show how much they differ. */
const errorsFor = (groups: number) => {
  const freedom = groups - 1;
  return z * (1 + (z ** 2 + 1) / (4 * freedom) + (5 * z ** 4 + 16 * z ** 2 + 3) / (96 * freedom ** 2));
};

/** The answers of one table resemble each other, so the interval follows from how much the tables differ. */
export function estimateRatio(sums: RatioSums): Estimate | undefined {
  const { groups, count, sum, countSquares, sumSquares, products } = sums;
  if (count === 0) return undefined;
  const value = sum / count;
  const residuals = Math.max(0, sumSquares - 2 * value * products + value * value * countSquares);
  const margin =
    groups < 2 ? null : (errorsFor(groups) * Math.sqrt((residuals * groups) / (groups - 1))) / count;
  return { value, margin, count };
}

/** The same for a share, but never as if the answers of a table were less alike than by chance. */
export function estimateSharedRatio(sums: RatioSums): Estimate | undefined {
  const estimate = estimateRatio(sums);
  if (!estimate || estimate.margin === null) return estimate;
  const { value, count } = estimate;
  const ofSeparateAnswers = z * Math.sqrt((value * (1 - value)) / count);
  return { ...estimate, margin: Math.max(estimate.margin, ofSeparateAnswers) };
}

/** The two estimates have no group in common. */
export function estimateDifference(
  high: Estimate,
  low: Estimate,
): { value: number; margin: number } | undefined {
  if (high.margin === null || low.margin === null) return undefined;
  return { value: high.value - low.value, margin: Math.hypot(high.margin, low.margin) };
}

/** Wilson's interval, for shares of people who each decide independently. */
export function estimateShare(
  yes: number,
  count: number,
): (Estimate & { low: number; high: number }) | undefined {
  if (count === 0) return undefined;
  const value = yes / count;
  const center = (yes + (z * z) / 2) / (count + z * z);
  const margin = (z / (count + z * z)) * Math.sqrt((yes * (count - yes)) / count + (z * z) / 4);
  return { value, margin, count, low: Math.max(0, center - margin), high: Math.min(1, center + margin) };
}
