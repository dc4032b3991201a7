import type { Diner } from "#app/matching/diner.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import { hashSalted } from "./match-hash.ts";

export interface SealedEntry {
  hash: string;
  /** The parts are null once the diner is erased. */
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
export function sealDiner({ avoid, met, boost, ...readable }: Diner, pairs: Relations): SealedEntry {
  const [salt, relationsSalt] = [crypto.randomUUID(), crypto.randomUUID()];
  const relations = JSON.stringify({ avoid, met, boost, ...pairs });
  const entry = JSON.stringify({ ...readable, relationsHash: hashSalted(relationsSalt, relations) });
  return { hash: hashSalted(salt, entry), salt, entry, relationsSalt, relations };
}

type OpenedInput = Pick<MatchInput, "diners"> & Relations;

/** Without the diners whose entries were erased. */
export function openEntries(entries: readonly SealedEntry[]): OpenedInput {
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

export function isEntryIntact({ hash, salt, entry, relationsSalt, relations }: SealedEntry): boolean {
  if (salt === null && entry === null && relationsSalt === null && relations === null) return true;
  if (salt === null || entry === null || relationsSalt === null || relations === null) return false;
  if (hashSalted(salt, entry) !== hash) return false;
  const { relationsHash } = JSON.parse(entry) as { relationsHash?: string };
  return hashSalted(relationsSalt, relations) === relationsHash;
}
