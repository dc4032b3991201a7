import type { Seating } from "#app/matching/seating.ts";
import { isEntryIntact, type OpenedEntry } from "./encrypted-entry.ts";
import { hashEntries, hashGroup, hashResult } from "./match-hash.ts";

/** The number of the group of all diners without a seat. */
export const standbyNumber = 0;

export interface Group {
  /** The table's number, or 0 for standby. */
  number: number;
  /** Null for standby. */
  venueId: string | null;
  salt: string;
  hash: string;
}

export interface FullRecord {
  /** The match input without its diners, as JSON. */
  frame: string;
  entriesHash: string;
  rulesVersion: number;
  /** Both are null until the matcher has run. */
  seatingHash: string | null;
  resultHash: string | null;
  entries: (OpenedEntry & { groupNumber: number | null })[];
  groups: Group[];
}

export interface RecordedInput {
  entriesHash: string;
  rulesVersion: number;
  /** By the diner's id in the match input. */
  entryHashes: ReadonlyMap<string, string>;
  /** In how many parts the record is so far. */
  partCount: number;
}

export type RecordedGroup = Group & { entryHashes: string[] };

export interface RecordedResult {
  partCount: number;
  seatingHash: string;
  resultHash: string;
  groups: RecordedGroup[];
}

/** Each table is a group with a salt and a hash of its own, and so is standby, also an empty one. */
export function sealResult(input: RecordedInput, { tables, standby, hash }: Seating): RecordedResult {
  const onStandby = { venue: null, diners: standby.map(({ diner }) => diner) };
  const groups = [onStandby, ...tables].map(({ venue: venueId, diners }, number) => {
    const salt = crypto.randomUUID();
    const entryHashes = diners.flatMap((id) => input.entryHashes.get(id) ?? []);
    return { number, venueId, salt, hash: hashGroup(salt, entryHashes, venueId), entryHashes };
  });
  const resultHash = hashResult({ ...input, seatingHash: hash, ...splitGroups(groups) });
  return { partCount: input.partCount, seatingHash: hash, resultHash, groups };
}

/** Sorted, so that their order says nothing about the tables. */
export function splitGroups(groups: readonly Pick<Group, "number" | "hash">[]) {
  const standby = groups.find(({ number }) => number === standbyNumber);
  const tables = groups.filter(({ number }) => number !== standbyNumber);
  return { standbyHash: standby?.hash ?? "", tableHashes: tables.map(({ hash }) => hash).sort() };
}

/** False when anything was changed after it was recorded. */
export function isRecordIntact(record: FullRecord): boolean {
  const hashes = record.entries.map(({ hash }) => hash);
  return (
    record.entries.every(isEntryIntact) &&
    hashEntries(record.frame, hashes) === record.entriesHash &&
    (record.resultHash === null ? record.seatingHash === null : isResultIntact(record))
  );
}

function isResultIntact(record: FullRecord): boolean {
  const { entries, groups, seatingHash } = record;
  const hashesByGroup = Map.groupBy(entries, ({ groupNumber }) => groupNumber);
  const hashesOf = (number: number) => (hashesByGroup.get(number) ?? []).map(({ hash }) => hash);
  const numbers = new Set<number | null>(groups.map(({ number }) => number));
  return (
    seatingHash !== null &&
    entries.every(({ groupNumber }) => numbers.has(groupNumber)) &&
    groups.every(({ number, venueId, salt, hash }) => hashGroup(salt, hashesOf(number), venueId) === hash) &&
    hashResult({ ...record, seatingHash, ...splitGroups(groups) }) === record.resultHash
  );
}
