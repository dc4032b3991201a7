import type { MatchInput } from "#app/matching/match-input.ts";
import { match, rulesVersion } from "#app/matching/solve.ts";
import { type FullRecord, isRecordIntact, standbyNumber } from "#app/models/matching/recorded-result.ts";
import { openDiners } from "#app/models/matching/sealed-entry.ts";
import { describePath } from "./read-json-file.ts";
import { checkMatchInput } from "./read-match-files.ts";

/** Checks every hash, repeats the matching run, and compares its tables with the recorded ones. */
export function findRecordProblem(record: FullRecord, resultHash: string): string | undefined {
  if (record.resultHash !== resultHash) return "This is the record of another result.";
  const opened = openRecord(record);
  if (typeof opened === "string") return opened;
  const { input, diners } = opened;
  const { tables, hash } = match(input);
  const numbers = new Map(tables.flatMap((table, i) => table.diners.map((id) => [id, i + 1] as const)));
  const isSameSeating = diners.every(({ id, group }) => (numbers.get(id) ?? standbyNumber) === group);
  return isSameSeating && hash === record.seatingHash
    ? undefined
    : "These are not the tables the matcher gives.";
}

interface OpenedRecord {
  input: MatchInput;
  diners: { id: string; group: number | null }[];
}

/** Anybody can write a record whose hashes fit, so what is inside is checked like a file. */
function openRecord(record: FullRecord): OpenedRecord | string {
  try {
    if (!isRecordIntact(record)) return "The record does not fit its hashes.";
    if (record.rulesVersion !== rulesVersion)
      return `The tables were made by version ${record.rulesVersion} of the rules, and this is version ${rulesVersion}.`;
    const opened = openDiners(record.entries);
    const { diners } = opened;
    if (diners.length < record.entries.length)
      return "An entry was erased, so the matching run can’t be repeated.";
    const checked = checkMatchInput({ ...JSON.parse(record.frame), ...opened });
    if ("error" in checked) {
      const { path, message } = checked.error;
      return `The record has no valid match input: ${describePath(path)}: ${message}`;
    }
    const groups = record.entries.map(({ groupNumber }) => groupNumber);
    return {
      input: checked.input,
      diners: diners.map(({ id }, i) => ({ id, group: groups[i] ?? null })),
    };
  } catch (error) {
    // Thrown by JSON.parse, or where an entry is JSON and no object.
    if (error instanceof SyntaxError || error instanceof TypeError)
      return "The record has an entry that is not the JSON of an object.";
    throw error;
  }
}
