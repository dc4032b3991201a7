import type { MatchInput } from "#app/matching/match-input.ts";
import type { Seating } from "#app/matching/seating.ts";
import { match, verifySeating } from "#app/matching/solve.ts";
import {
  type FullRecord,
  isRecordIntact,
  openDiners,
  standbyNumber,
} from "#app/models/seating/recorded-result.ts";
import { check, matchInput, readJson, recordFile, seating } from "./match-files.ts";

export const isRecordHash = (result: string): boolean => /^[0-9a-f]{64}$/.test(result);

/** Returns a sentence about what does not fit. `result` is a file with a seating, its hash, or the hash of a match record. */
export function findProblem(file: string, result: string): string | undefined {
  const value = readJson(file);
  if (isRecordHash(result)) return findRecordProblem(check(recordFile, value, file).record, result);
  const isSame = isSeating(check(matchInput, value, file), result);
  return isSame ? undefined : "This is not the seating the matcher gives.";
}

function isSeating(input: MatchInput, result: string): boolean {
  if (/^[0-9a-f]{32}$/.test(result)) return match(input).hash === result;
  const value = readJson(result);
  check(seating, value, result);
  return verifySeating(input, value as Seating);
}

/** Checks every hash, repeats the matching run, and compares its tables with the recorded ones. */
export function findRecordProblem(record: FullRecord, resultHash: string): string | undefined {
  if (record.resultHash !== resultHash) return "This is the record of another result.";
  if (!isRecordIntact(record)) return "The record does not fit its hashes.";
  const opened = openDiners(record.entries);
  if (opened.diners.length < record.entries.length)
    return "An entry was erased, so the matching run can’t be repeated.";
  const input = check(matchInput, { ...JSON.parse(record.frame), ...opened }, "The record");
  const { tables, hash } = match(input);
  const numbers = new Map(tables.flatMap(({ diners }, i) => diners.map((id) => [id, i + 1] as const)));
  const isSame = opened.diners.every(
    ({ id }, i) => (numbers.get(id) ?? standbyNumber) === record.entries[i]?.groupNumber,
  );
  return isSame && hash === record.seatingHash ? undefined : "These are not the tables the matcher gives.";
}
