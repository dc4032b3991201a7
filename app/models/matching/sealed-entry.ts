import type { Diner } from "#app/matching/diner.ts";
import { hashSalted } from "./match-hash.ts";

export interface SealedEntry {
  hash: string;
  /** The parts are null once the diner is erased. */
  salt: string | null;
  entry: string | null;
  relationsSalt: string | null;
  relations: string | null;
}

/** Two parts with a salt each: the diner may read the entry, and nobody but operators the relations. */
export function sealDiner({ avoid, met, ...readable }: Diner): SealedEntry {
  const [salt, relationsSalt] = [crypto.randomUUID(), crypto.randomUUID()];
  const relations = JSON.stringify({ avoid, met });
  const entry = JSON.stringify({ ...readable, relationsHash: hashSalted(relationsSalt, relations) });
  return { hash: hashSalted(salt, entry), salt, entry, relationsSalt, relations };
}

/** Returns nothing where the entry was erased. */
export function openEntry({ entry, relations }: SealedEntry): Diner | undefined {
  if (entry === null || relations === null) return undefined;
  const { relationsHash, ...readable } = JSON.parse(entry);
  return { ...readable, ...JSON.parse(relations) };
}

export function isEntryIntact({ hash, salt, entry, relationsSalt, relations }: SealedEntry): boolean {
  if (salt === null && entry === null && relationsSalt === null && relations === null) return true;
  if (salt === null || entry === null || relationsSalt === null || relations === null) return false;
  if (hashSalted(salt, entry) !== hash) return false;
  const { relationsHash } = JSON.parse(entry) as { relationsHash?: string };
  return hashSalted(relationsSalt, relations) === relationsHash;
}
