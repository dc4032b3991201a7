import type { MatchInput } from "#app/matching/match-input.ts";
import { match, rulesVersion } from "#app/matching/solve.ts";
import { type FullRecord, isRecordIntact, standbyNumber } from "#app/models/matching/recorded-result.ts";
import { openEntry } from "#app/models/matching/sealed-entry.ts";

/** Checks every hash, repeats the matching run, and compares its tables with the recorded ones. */
export function findRecordProblem(record: FullRecord, resultHash: string): string | undefined {
  if (record.resultHash !== resultHash) return "This is the record of another result.";
  if (!isRecordIntact(record)) return "The record does not fit its hashes.";
  if (record.rulesVersion !== rulesVersion)
    return `The tables were made by version ${record.rulesVersion} of the rules, and this is version ${rulesVersion}.`;
  const diners = record.entries.map((entry) => ({ diner: openEntry(entry), group: entry.groupNumber }));
  const input = {
    ...JSON.parse(record.frame),
    diners: diners.flatMap(({ diner }) => diner ?? []),
  } as MatchInput;
  if (input.diners.length < diners.length)
    return "An entry was erased, so the matching run can’t be repeated.";
  const { tables, hash } = match(input);
  const numbers = new Map(tables.flatMap((table, i) => table.diners.map((id) => [id, i + 1] as const)));
  const isSameSeating = diners.every(
    ({ diner, group }) => (numbers.get(diner?.id ?? "") ?? standbyNumber) === group,
  );
  return isSameSeating && hash === record.seatingHash
    ? undefined
    : "These are not the tables the matcher gives.";
}
