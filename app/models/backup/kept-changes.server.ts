/** The bucket also has what must not be undone when a backup is restored: docs/operating/backups.md. */
import { sql } from "drizzle-orm";
import type { Store } from "#app/db/client.server.ts";
import { databaseTime, keptChanges } from "#app/db/schema/backup.ts";
import { jsonRows } from "#app/db/statements.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { rowsOfMark } from "./kept-rows.ts";

export interface NewerRows {
  owner: string;
  name: string;
  /** When they last changed, by the database’s clock. */
  at: number;
  rows: unknown[];
}

/** What the bucket has of an owner: for each table, all rows that they had after its last change. */
type KeptOwner = Record<string, Pick<NewerRows, "at" | "rows">>;

const prefix = "kept-changes/";
const markPrefix = `${prefix}backup-`;

/** Each takes two calls to the bucket. */
const maxOwners = 100;

/** Copies to the bucket what has changed since. If it is interrupted, it repeats some of it, which changes nothing. */
export async function putKeptChanges({ db, bucket }: Store): Promise<"more" | undefined> {
  // Something that changes again within the millisecond would have the same time.
  const marks = await db.all<{ owner: string; name: string; at: number; rows: string }>(
    sql`select owner, name, at, ${sql.raw(rowsOfMark)} as rows from ${keptChanges}
      where owner in (select distinct owner from ${keptChanges} order by owner limit ${maxOwners}) and at <> ${databaseTime}`,
  );
  const byOwner = [...Map.groupBy(marks, ({ owner }) => owner)];
  const put = await Promise.all(
    byOwner.map(async ([owner, some]) => {
      const newer = some.map((mark) => ({ ...mark, rows: JSON.parse(mark.rows) as unknown[] }));
      return (await putOwner(bucket, owner, newer)) ? some : [];
    }),
  );
  if (marks.length === 0) return undefined;
  const done = put.flat().map(({ rows, ...mark }) => mark);
  await db
    .delete(keptChanges)
    .where(
      sql`(owner, name, at) in (select value ->> 'owner', value ->> 'name', value ->> 'at' from ${jsonRows(done)})`,
    );
  return byOwner.length === maxOwners ? "more" : undefined;
}

/** Newer entries in the bucket stay, as after D1 Time Travel. Returns false if another worker is writing the same owner. */
async function putOwner(bucket: R2Bucket, owner: string, marks: NewerRows[]): Promise<boolean> {
  const key = `${prefix}${owner}`;
  const stored = await bucket.get(key);
  const before: KeptOwner = (await stored?.json<KeptOwner>()) ?? {};
  const newer = marks.filter(({ name, at }) => at > (before[name]?.at ?? 0));
  if (newer.length === 0) return true;
  const after = { ...before, ...Object.fromEntries(newer.map(({ name, at, rows }) => [name, { at, rows }])) };
  const onlyIf = stored ? { etagMatches: stored.etag } : { etagDoesNotMatch: "*" };
  return (await bucket.put(key, JSON.stringify(after), { onlyIf })) !== null;
}

/** Marks in the bucket when a backup begins. Changes from then on are not in the backup. */
export async function markBackup({ db, bucket }: Store): Promise<string> {
  const [clock] = await db.all<{ now: number }>(sql`select ${databaseTime} as now`);
  const mark = `${markPrefix}${clock?.now ?? 0}-${crypto.randomUUID()}`;
  await bucket.put(mark, "");
  return mark;
}

export type ReadNewerRows = () => Promise<NewerRows[]>;

/** Undefined if the bucket lacks the mark: it then belongs to another club, or its changes are too old. */
export async function followKeptChanges(bucket: R2Bucket, mark: string): Promise<ReadNewerRows | undefined> {
  if (!mark.startsWith(markPrefix) || !(await bucket.head(mark))) return undefined;
  return followKeptChangesSince(bucket, Number.parseInt(mark.slice(markPrefix.length), 10));
}

const maxGetAtOnce = 50;

/** The clocks of the bucket and the database can differ by this much. */
const clocksDifferMs = 10 * minuteMs;

/** Each call returns what has come into the bucket since the previous one. */
export function followKeptChangesSince(bucket: R2Bucket, sinceMs: number): ReadNewerRows {
  const seen = new Map<string, number>();
  return async () => {
    const keys: string[] = [];
    for await (const { key, uploaded } of listObjects(bucket, prefix)) {
      if (key.startsWith(markPrefix) || uploaded.getTime() < sinceMs - clocksDifferMs) continue;
      if (seen.get(key) !== uploaded.getTime()) keys.push(key);
      seen.set(key, uploaded.getTime());
    }
    const found: NewerRows[] = [];
    for (let i = 0; i < keys.length; i += maxGetAtOnce) {
      const read = async (key: string) => {
        const kept: KeptOwner = (await (await bucket.get(key))?.json<KeptOwner>()) ?? {};
        // What changed just before is also in the backup.
        for (const [name, { at, rows }] of Object.entries(kept))
          if (at >= sinceMs - minuteMs) found.push({ owner: key.slice(prefix.length), name, at, rows });
      };
      await Promise.all(keys.slice(i, i + maxGetAtOnce).map(read));
    }
    return found;
  };
}

async function* listObjects(bucket: R2Bucket, some: string) {
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix: some, cursor });
    yield* page.objects;
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
}

/** Deletes, for owners whose id begins with this prefix, what has not changed since the oldest backup that can be restored. */
export async function deleteOldKeptChanges(bucket: R2Bucket, idPrefix: string, now: Date): Promise<void> {
  const old: string[] = [];
  for await (const { key, uploaded } of listObjects(bucket, `${prefix}${idPrefix}`))
    if (now.getTime() - uploaded.getTime() >= keptMs.change) old.push(key);
  for (let i = 0; i < old.length; i += 1_000) await bucket.delete(old.slice(i, i + 1_000));
}
