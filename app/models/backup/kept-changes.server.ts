/** What must not be undone when a backup is restored is in the bucket too: docs/operating/backups.md. */
import { asc, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batch.ts";
import type { Database, Store } from "#app/db/client.server.ts";
import { jsonList, jsonPortions } from "#app/db/json-list.ts";
import { databaseTime } from "#app/db/schema/backup.ts";
import { keptChanges } from "#app/db/schema.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { repeatErasures } from "#app/models/account/erase-account.server.ts";
import { replayAccountChanges } from "#app/models/account/replay-changes.server.ts";
import { type BrokenAddressOf, repeatBrokenAddresses } from "#app/models/outbox/broken-addresses.server.ts";
import { withdrawConsents } from "#app/models/quiz/consents.server.ts";

export type KeptChange = Pick<typeof keptChanges.$inferSelect, "kind" | "data">;

const prefix = "kept-changes/";

/** Keys are in the order of time. */
const keyAt = (atMs: number, name = "") => `${prefix}${String(atMs).padStart(15, "0")}${name}`;

const maxPutAtOnce = 1_000;

/** Puts into the bucket what is not there yet. Stopped in between, it puts some again, which changes nothing. */
export async function putKeptChanges({ db, bucket }: Store): Promise<"more" | undefined> {
  const changes = await db
    .select()
    .from(keptChanges)
    .orderBy(asc(keptChanges.at), asc(keptChanges.id))
    .limit(maxPutAtOnce);
  const last = changes.at(-1);
  if (!last) return undefined;
  const key = keyAt(last.at.getTime(), `-${crypto.randomUUID()}.json`);
  await bucket.put(key, JSON.stringify(changes.map(({ kind, data }) => ({ kind, data }))));
  await db.delete(keptChanges).where(sql`${keptChanges.id} in ${jsonList(changes.map(({ id }) => id))}`);
  return changes.length === maxPutAtOnce ? "more" : undefined;
}

/** A mark in the bucket of when a backup begins: what is kept from then on is not in it. */
export async function markBackup({ db, bucket }: Store): Promise<string> {
  while (await putKeptChanges({ db, bucket }));
  const [clock] = await db.all<{ now: number }>(sql`select ${databaseTime} as now`);
  const mark = keyAt(clock?.now ?? 0, `-backup-${crypto.randomUUID()}`);
  await bucket.put(mark, "");
  return mark;
}

type ReadNewChanges = () => Promise<KeptChange[]>;

/** Nothing where the bucket lacks the mark: then it is of another club, or what it kept is too old. */
export async function followKeptChanges(bucket: R2Bucket, mark: string): Promise<ReadNewChanges | undefined> {
  if (!mark.startsWith(prefix) || !(await bucket.head(mark))) return undefined;
  return followKeptChangesSince(bucket, Number(/\d+/.exec(mark)));
}

const maxGetAtOnce = 50;

/** Each call gives what came into the bucket since the one before, and what is to be made again after it, in the order of time. */
export function followKeptChangesSince(bucket: R2Bucket, sinceMs: number): ReadNewChanges {
  const objects = new Map<string, KeptChange[]>();
  return async () => {
    const keys: string[] = [];
    for await (const { key } of listObjects(bucket, keyAt(sinceMs)))
      if (key.endsWith(".json")) keys.push(key);
    const unread = keys.filter((key) => !objects.has(key));
    for (let i = 0; i < unread.length; i += maxGetAtOnce) {
      const read = async (key: string) =>
        objects.set(key, (await (await bucket.get(key))?.json<KeptChange[]>()) ?? []);
      await Promise.all(unread.slice(i, i + maxGetAtOnce).map(read));
    }
    const [first] = unread;
    return first ? keys.slice(keys.indexOf(first)).flatMap((key) => objects.get(key) ?? []) : [];
  };
}

async function* listObjects(bucket: R2Bucket, startAfter: string) {
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix, startAfter, cursor });
    yield* page.objects;
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
}

export async function deleteOldKeptChanges(bucket: R2Bucket, now: Date): Promise<void> {
  const { objects } = await bucket.list({ prefix });
  const old = objects.filter(({ key }) => key < keyAt(now.getTime() - keptMs.change));
  if (old.length > 0) await bucket.delete(old.map(({ key }) => key));
}

/** Statements that make the changes again, those of the backup's own erasures among them. */
export const replayKeptChanges = (db: Database, changes: KeptChange[], now: Date): Statement[] => [
  ...replayAccountChanges(db, changes, now),
  ...jsonPortions(
    changes.filter(({ kind }) => kind === "consent withdrawn").map(({ data }) => String(data.userId)),
  ).flatMap((userIds) => withdrawConsents(db, jsonList(userIds), now)),
  ...repeatBrokenAddresses(
    db,
    changes.flatMap(({ kind, data }) => {
      if (kind === "broken address") return [data as unknown as BrokenAddressOf];
      // Nothing is to be sent there until an operator gives the account an address.
      if (kind !== "address changed") return [];
      return [{ userId: String(data.userId), reason: "bounced" as const }];
    }),
    now,
  ),
  ...repeatErasures(db, now),
];
