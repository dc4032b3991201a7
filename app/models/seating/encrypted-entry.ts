import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Diner, MatchInput } from "#app/matching/match-input.ts";
import { hashSalted, labelOf } from "./match-hash.ts";

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

/**
 * Two parts with a salt each: the diner may read the entry, and nobody but operators the relations. A bad last dinner is one
 * of them, because it can say what nobody else at that table answered.
 */
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

export function openEntry({ hash, box }: EncryptedEntry, key: string | undefined): OpenedEntry {
  return { hash, ...(key === undefined ? nothing : JSON.parse(decrypt(key, box))) };
}

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
