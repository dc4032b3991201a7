/** What a match record has of each diner and table, line by line: in parts in the database until it is in the bucket. */
import { createHash } from "node:crypto";
import { and, asc, eq, gte, type SQL, sql } from "drizzle-orm";
import { type Database, deleteUnusedObjects, type Store } from "#app/db/client.server.ts";
import { matchParts, matchRecords } from "#app/db/schema/seating.ts";
import { insertRows, jsonList, jsonPortions } from "#app/db/statements.ts";
import type { EncryptedEntry } from "#app/models/seating/recorded-result.ts";
import type { RecordedGroup } from "./recorded-result.ts";

type Line = { frame: string } | EncryptedEntry | RecordedGroup;

/** In the bucket, no user id begins like this, and no address of the club serves it. */
export const recordPrefix = "match-records/";

const keyOf = (eventId: string, object: string) => `${recordPrefix}${eventId}/${object}.gz`;

/** Statements that add lines to a record, and how many parts it has then. */
export function addLines(
  db: Database,
  { eventId, partCount }: { eventId: string; partCount: number },
  added: readonly Line[],
  condition: SQL,
) {
  const portions = jsonPortions(added.map((line) => JSON.stringify(line)));
  const rows = portions.map((lines, i) => ({ eventId, number: partCount + i, lines: lines.join("\n") }));
  return {
    statements: insertRows(db, matchParts, rows, condition),
    partCount: partCount + rows.length,
  };
}

const partsAtOnce = 4;

async function* readParts(db: Database, eventId: string): AsyncGenerator<string> {
  for (let after = -1, isLast = false; !isLast; ) {
    const parts = await db
      .select({ number: matchParts.number, lines: matchParts.lines })
      .from(matchParts)
      .where(and(eq(matchParts.eventId, eventId), gte(matchParts.number, after)))
      .orderBy(asc(matchParts.number))
      .limit(partsAtOnce);
    // Each look begins with the last part of the one before.
    if (after >= 0 && parts.length === 0)
      throw new RecordNotRead("The match record was put into the bucket just now");
    for (const { number, lines } of parts) {
      if (number > after) yield `${lines}\n`;
      after = number;
    }
    isLast = parts.length < partsAtOnce;
  }
}

/** The bucket fails. */
export class RecordNotRead extends Error {}

/** The bucket does not have it, as after a restore into another club. */
export class RecordMissing extends RecordNotRead {}

async function* readObject(bucket: R2Bucket, key: string): AsyncGenerator<string> {
  const bytes = await readBytes(bucket, key).catch((cause) => {
    throw new RecordNotRead("The bucket failed", { cause });
  });
  if (!bytes) throw new RecordMissing(`The bucket has no ${key}`);
  const text = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"))
    .pipeThrough(new TextDecoderStream());
  yield* text as unknown as AsyncIterable<string>;
}

const readBytes = async (bucket: R2Bucket, key: string) => (await bucket.get(key))?.arrayBuffer();

interface RecordReader {
  onEntry(entry: EncryptedEntry): void;
  onGroup(group: RecordedGroup): void;
}

/** Returns the frame. Of a record that has 20,000 entries, no more is in memory than what its reader keeps. */
export async function readRecord(
  store: Store,
  eventId: string,
  { onEntry, onGroup }: RecordReader,
): Promise<string> {
  let frame: string | undefined;
  let rest = "";
  for await (const text of readTexts(store, eventId)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const read = JSON.parse(line) as Line;
      if ("frame" in read) frame = read.frame;
      else if ("box" in read) onEntry(read);
      else onGroup(read);
    }
  }
  if (frame === undefined) throw new RecordMissing(`The match record of ${eventId} is nowhere`);
  return frame;
}

/** The parts may be on their way into the bucket: then they are gone between two looks, and the object is there. */
async function* readTexts({ db, bucket }: Store, eventId: string): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const text of readParts(db, eventId)) {
    isEmpty = false;
    yield text;
  }
  if (!isEmpty) return;
  const [record] = await db
    .select({ object: matchRecords.object })
    .from(matchRecords)
    .where(eq(matchRecords.eventId, eventId));
  if (record?.object) yield* readObject(bucket, keyOf(eventId, record.object));
}

const isToStore = sql`${matchRecords.object} is null and ${matchRecords.resultHash} is not null
  and exists (select 1 from ${matchParts} where ${matchParts.eventId} = ${matchRecords.eventId})`;

const selectToStore = (db: Database, limit: number) =>
  db
    .select({ eventId: matchRecords.eventId, entryCount: matchRecords.entryCount })
    .from(matchRecords)
    .where(isToStore)
    .limit(limit);

export const hasRecordsToStore = async (db: Database): Promise<boolean> =>
  (await selectToStore(db, 1)).length > 0;

/** Each is one call of the bucket; entries are most of the time. */
const maxRecords = 50;
const maxEntries = 20_000;

/** Moves records whose tables are made into the bucket. Stopped in between, it does the same again: the object has the same name. */
export async function storeRecords(store: Store): Promise<"more" | undefined> {
  const records = await selectToStore(store.db, maxRecords);
  let entryCount = 0;
  for (const [i, record] of records.entries()) {
    entryCount += record.entryCount;
    if (i > 0 && entryCount > maxEntries) return "more";
    await storeRecord(store, record.eventId);
  }
  return records.length === maxRecords ? "more" : undefined;
}

async function storeRecord({ db, bucket }: Store, eventId: string): Promise<void> {
  const bytes = await compress(readParts(db, eventId));
  const object = createHash("sha256").update(new Uint8Array(bytes)).digest("hex").slice(0, 32);
  const stored = await bucket.put(keyOf(eventId, object), bytes);
  if (!stored) throw new Error("The bucket took no match record");
  const isThisEvent = eq(matchRecords.eventId, eventId);
  await db.batch([
    db.update(matchRecords).set({ object }).where(and(isThisEvent, isToStore)),
    db
      .delete(matchParts)
      .where(
        sql`${matchParts.eventId} = ${eventId} and exists (select 1 from ${matchRecords} where ${isThisEvent} and ${matchRecords.object} = ${object})`,
      ),
  ]);
}

async function compress(texts: AsyncIterable<string>): Promise<ArrayBuffer> {
  const encoder = new TextEncoder();
  const gzip = new CompressionStream("gzip");
  const compressed = new Response(gzip.readable).arrayBuffer();
  const writer = gzip.writable.getWriter();
  for await (const text of texts) await writer.write(encoder.encode(text));
  await writer.close();
  return compressed;
}

/** A record is stored before its row names it, so a job that stops in between may leave it behind. None is deleted while there is no record: a lost database is restored later. */
export const deleteUnusedRecords = ({ db, bucket }: Store, idPrefix: string, now: Date): Promise<void> =>
  deleteUnusedObjects(bucket, {
    prefix: `${recordPrefix}${idPrefix}`,
    now,
    async findUnusedKeys(keys) {
      const isNamed = sql`${recordPrefix} || ${matchRecords.eventId} || '/' || ${matchRecords.object} || '.gz' = value`;
      const eventId = sql`substr(value, ${recordPrefix.length + 1}, instr(substr(value, ${recordPrefix.length + 1}), '/') - 1)`;
      const rows = await db.all<{ value: string }>(
        sql`select value from ${jsonList(keys)} where exists (select 1 from ${matchRecords})
          and not exists (select 1 from ${matchRecords} where ${matchRecords.eventId} = ${eventId} and ${isNamed})`,
      );
      return rows.map(({ value }) => value);
    },
  });
