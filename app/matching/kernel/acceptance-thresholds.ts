/** Metropolis rule: a swap may lose the temperature times a number drawn from −ln 1/8192, −ln 3/8192, … */
export const acceptanceThresholds = Float64Array.from(
  { length: 4096 },
  (_, i) => -logarithm((2 * i + 1) / 8192),
);

/** Engines round Math.log differently. */
function logarithm(probability: number): number {
  if (probability < 0.5) return logarithm(2 * probability) - Math.LN2;
  const z = (probability - 1) / (probability + 1);
  let sum = 0;
  for (let k = 1, power = z; k < 40; k += 2, power *= z * z) sum += power / k;
  return 2 * sum;
}
