/** -ln of the chances 1/8192, 3/8192, …: by its series, since no two engines promise the same Math.log. */
export const patience = Float64Array.from({ length: 4096 }, (_, i) => -logarithm((2 * i + 1) / 8192));

function logarithm(chance: number): number {
  if (chance < 0.5) return logarithm(2 * chance) - Math.LN2;
  const z = (chance - 1) / (chance + 1);
  let sum = 0;
  for (let k = 1, power = z; k < 40; k += 2, power *= z * z) sum += power / k;
  return 2 * sum;
}
