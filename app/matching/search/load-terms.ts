import type { Groups } from "#app/matching/rules/groups.ts";
import type { DinerTerms } from "#app/matching/terms/diner-terms.ts";

type TermList =
  | "masks"
  | "rareMarks"
  | "years"
  | "widthCosts"
  | "talkers"
  | "talkerCosts"
  | "wishStarts"
  | "wishes";
type TermSetting = "markCost" | "nearYears" | "farCost" | "wishBonus";

export interface TermsKernel extends Record<TermList | TermSetting | "nextTogether", WebAssembly.Global> {
  memory: WebAssembly.Memory;
  initializeTerms(
    diners: number,
    wordsPerDiner: number,
    widths: number,
    talkerCounts: number,
    wishCount: number,
  ): void;
  initializeTogether(diners: number, seatsPerTable: number): void;
}

export function loadTerms(kernel: TermsKernel, { values }: DinerTerms, dinerCount: number): void {
  const wishes = values.wishes.flat();
  const wishStarts = [0];
  for (const list of values.wishes) wishStarts.push((wishStarts.at(-1) as number) + list.length);
  const { widthCosts, talkerCosts } = values;
  kernel.initializeTerms(dinerCount, values.wordCount, widthCosts.length, talkerCosts.length, wishes.length);
  const lists = { ...values, wishes, wishStarts };
  for (const name of [
    "masks",
    "rareMarks",
    "years",
    "widthCosts",
    "talkers",
    "talkerCosts",
    "wishStarts",
    "wishes",
  ] as const)
    new Int32Array(kernel.memory.buffer, kernel[name].value, lists[name].length).set(lists[name]);
  for (const name of ["markCost", "nearYears", "farCost", "wishBonus"] as const)
    kernel[name].value = values[name];
}

export function setGroups(kernel: TermsKernel, groups: Groups | undefined, dinerCount: number): void {
  if (kernel.nextTogether.value === 0) return;
  const nextTogether = new Int32Array(kernel.memory.buffer, kernel.nextTogether.value, dinerCount);
  for (let diner = 0; diner < dinerCount; diner++) {
    const group = groups?.of(diner) ?? [diner];
    nextTogether[diner] = group[(group.indexOf(diner) + 1) % group.length] as number;
  }
}
