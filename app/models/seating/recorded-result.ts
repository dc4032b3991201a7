import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { Diner, MatchInput } from "#app/matching/match-input.ts";
import type { Seating } from "#app/matching/seating.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The salt keeps others from guessing a text and comparing hashes. */
export const hashSalted = (salt: string, text: string) => sha256(`${salt}.${text}`);

/** A booking’s id is random, so nobody finds it out from its label. */
export const labelOf = (bookingId: string) => sha256(bookingId).slice(0, 16);

/** One hash for the frame and all entries, in any order. */
export const hashEntries = (frame: string, hashes: readonly string[]) =>
  sha256([frame, ...hashes.toSorted()].join("\n"));

/** One hash for the entries of a table, in any order, and its venue; standby has none. */
export const hashGroup = (salt: string, hashes: readonly string[], venue: string | null) =>
  sha256([salt, ...(venue === null ? [] : [venue]), ...hashes.toSorted()].join("\n"));

interface Result {
  entriesHash: string;
  rulesVersion: number;
  seatingHash: string;
  standbyHash: string;
  tableHashes: readonly string[];
}

export const hashResult = ({ entriesHash, rulesVersion, seatingHash, standbyHash, tableHashes }: Result) =>
  sha256([entriesHash, rulesVersion, seatingHash, standbyHash, ...tableHashes.toSorted()].join("\n"));

/** An entry as it is kept: whoever has no key knows no more than its hash. */
export interface EncryptedEntry {
  /** Finds the entry of a booking, and tells nothing once that is gone. */
  label: string;
  hash: string;
  /** The parts, encrypted. */
  box: string;
}

/** The parts are null once the key of the diner is deleted. */
export interface OpenedEntry {
  hash: string;
  salt: string | null;
  entry: string | null;
  relationsSalt: string | null;
  relations: string | null;
}

/** Of a pair or a group, its first diner has all ids. */
type Relations = Pick<MatchInput, "wishes" | "together">;

/** The diner may read the entry, and nobody but operators the relations, which can say what others answered. */
export function sealDiner(
  { avoid, met, boost, ...readable }: Diner,
  pairs: Relations,
): EncryptedEntry & { key: string } {
  const [salt, relationsSalt] = [crypto.randomUUID(), crypto.randomUUID()];
  const relations = JSON.stringify({ avoid, met, boost, ...pairs });
  const entry = JSON.stringify({ ...readable, relationsHash: hashSalted(relationsSalt, relations) });
  const key = randomBytes(16);
  const box = encrypt(key, JSON.stringify({ salt, entry, relationsSalt, relations }));
  const label = labelOf(readable.id);
  return { label, hash: hashSalted(salt, entry), box, key: key.toString("base64url") };
}

const cipher = "aes-128-gcm";
const tagLength = 16;
/** Each key encrypts one text, so that nothing is the same twice. */
const noNonce = Buffer.alloc(12);

function encrypt(key: Buffer, text: string): string {
  const encryption = createCipheriv(cipher, key, noNonce);
  const parts = [encryption.update(text, "utf8"), encryption.final(), encryption.getAuthTag()];
  return Buffer.concat(parts).toString("base64");
}

/** Throws if the box is not as it was closed. */
function decrypt(key: string, box: string): string {
  const bytes = Buffer.from(box, "base64");
  const decryption = createDecipheriv(cipher, Buffer.from(key, "base64url"), noNonce);
  decryption.setAuthTag(bytes.subarray(-tagLength));
  return decryption.update(bytes.subarray(0, -tagLength), undefined, "utf8") + decryption.final("utf8");
}

const nothing = { salt: null, entry: null, relationsSalt: null, relations: null };

export const openEntry = ({ hash, box }: EncryptedEntry, key: string | undefined): OpenedEntry => ({
  hash,
  ...(key === undefined ? nothing : JSON.parse(decrypt(key, box))),
});

type OpenedInput = Pick<MatchInput, "diners"> & Relations;

/** Without the diners whose entries were erased. */
export function openDiners(entries: readonly OpenedEntry[]): OpenedInput {
  const opened = entries.flatMap(({ entry, relations }) => {
    if (entry === null || relations === null) return [];
    const { relationsHash, ...readable } = JSON.parse(entry);
    const { wishes = [], together = [], ...others } = JSON.parse(relations);
    return [{ diner: { ...readable, ...others } as Diner, wishes, together }];
  });
  return {
    diners: opened.map(({ diner }) => diner),
    wishes: opened.flatMap(({ wishes }) => wishes),
    together: opened.flatMap(({ together }) => together),
  };
}

export function isEntryIntact({ hash, salt, entry, relationsSalt, relations }: OpenedEntry): boolean {
  if (salt === null && entry === null && relationsSalt === null && relations === null) return true;
  if (salt === null || entry === null || relationsSalt === null || relations === null) return false;
  if (hashSalted(salt, entry) !== hash) return false;
  const { relationsHash } = JSON.parse(entry) as { relationsHash?: string };
  return hashSalted(relationsSalt, relations) === relationsHash;
}

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
