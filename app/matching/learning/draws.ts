import type { Random } from "#app/matching/random.ts";

const nextUnit = (random: Random) => random.nextUint32() / 2 ** 32;

export const isChance = (random: Random, probability: number): boolean => nextUnit(random) < probability;

/** Sums of twelve uniform numbers, because logarithms and cosines differ between engines. */
export const nextNormals = (random: Random, count: number): Float64Array =>
  Float64Array.from({ length: count }, () => {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += nextUnit(random);
    return sum;
  });

export function pickByEvidence<Model extends { logEvidence: number }>(
  random: Random,
  models: readonly Model[],
): Model {
  const best = Math.max(...models.map(({ logEvidence }) => logEvidence));
  const odds = models.map(({ logEvidence }) => Math.exp(logEvidence - best));
  let left = nextUnit(random) * odds.reduce((sum, value) => sum + value, 0);
  const picked = models.find((_, i) => {
    left -= odds[i] as number;
    return left < 0;
  });
  return picked ?? (models.at(-1) as Model);
}
