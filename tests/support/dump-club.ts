import { expect } from "vitest";
import type { Club } from "./club.ts";

export type Dump = Record<string, Record<string, unknown>[]>;

/** Every row of every table, and the photos in the bucket. */
export async function dumpClub({ binding, worker }: Pick<Club, "binding" | "worker">): Promise<Dump> {
  const { results: tables } = await binding
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'",
    )
    .all<{ name: string }>();
  const [rows, { objects }] = await Promise.all([
    binding.batch(tables.map(({ name }) => binding.prepare(`SELECT * FROM "${name}"`))),
    (await worker.getR2Bucket("AVATARS")).list(),
  ]);
  return {
    ...Object.fromEntries(tables.map(({ name }, i) => [name, (rows[i]?.results ?? []) as Dump[string]])),
    bucket: objects.map(({ key, etag }) => ({ key, etag })),
  };
}

export const listChangedTables = (before: Dump, after: Dump) =>
  Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));

/** Shows the rows of the changed tables only. */
export function expectNoChange(before: Dump, after: Dump, message?: string): void {
  for (const name of listChangedTables(before, after)) {
    expect({ [name]: after[name] }, message).toEqual({ [name]: before[name] });
  }
}
