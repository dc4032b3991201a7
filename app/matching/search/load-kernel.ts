import type { DinerTerms } from "#app/matching/terms/diner-terms.ts";

const lists = [
  "masks",
  "rareMarks",
  "years",
  "widthCosts",
  "talkers",
  "talkerCosts",
  "wishStarts",
  "wishes",
] as const;
const settings = ["markCost", "nearYears", "farCost", "wishBonus"] as const;

export interface TermsKernel extends Record<(typeof lists | typeof settings)[number], WebAssembly.Global> {
  memory: WebAssembly.Memory;
  initializeTerms(
    diners: number,
    wordsPerDiner: number,
    widths: number,
    talkerCounts: number,
    wishCount: number,
  ): void;
}

export function loadTerms(kernel: TermsKernel, { values }: DinerTerms, dinerCount: number): void {
  const wishes = values.wishes.flat();
  const wishStarts = [0];
  for (const list of values.wishes) wishStarts.push((wishStarts.at(-1) as number) + list.length);
  const { widthCosts, talkerCosts } = values;
  kernel.initializeTerms(dinerCount, values.wordCount, widthCosts.length, talkerCosts.length, wishes.length);
  const listed = { ...values, wishes, wishStarts };
  for (const name of lists)
    new Int32Array(kernel.memory.buffer, kernel[name].value, listed[name].length).set(listed[name]);
  for (const name of settings) kernel[name].value = values[name];
}

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
