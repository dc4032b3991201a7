import { and, eq, type SQL, sql } from "drizzle-orm";
import { batchedRead, type Statement } from "#app/db/batches.ts";
import type { Database, Store } from "#app/db/client.server.ts";
import { bookings, cities, entryKeys, events, matchParts, matchRecords } from "#app/db/schema.ts";
import { insertWhere } from "#app/db/statements.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import type { TermsReport } from "#app/matching/terms/build-terms.ts";
import { selectTableChanges } from "#app/models/booking/table-changes.server.ts";
import { type Claim, claimIsMine } from "#app/models/event/claims.server.ts";
import { deleteKeysOfEvent, insertKeys, selectKeysOfEvent } from "./match-entries.server.ts";
import {
  type EncryptedEntry,
  type FullRecord,
  hashEntries,
  isRecordIntact,
  labelOf,
  type OpenedEntry,
  openDiners,
  openEntry,
  type RecordedGroup,
  type RecordedInput,
  type RecordedResult,
  sealDiner,
  splitGroups,
  standbyNumber,
} from "./recorded-result.ts";
import { addLines, RecordMissing, readRecord } from "./stored-records.server.ts";

/** Of what the matcher made; no part of what is hashed. */
export interface SeatingFigures {
  /** In points of a table's score. */
  scoreFloor: number | null;
  isExact: boolean | null;
  keptTerms: TermsReport | null;
}

/** The entries of a large event are many times what one batch should carry. */
const dinersPerBatch = 500;

/** While the claim is ours; replaces the record of an earlier attempt. The entries are written in portions, then the record. */
export async function saveMatchRecord(
  db: Database,
  claim: Claim,
  { diners, wishes = [], together = [], ...frame }: MatchInput,
  { rulesVersion, now }: { rulesVersion: number; now: Date },
): Promise<RecordedInput> {
  const { eventId } = claim;
  const condition = claimIsMine(claim);
  const frameJson = JSON.stringify(frame);
  const begun = addLines(db, { eventId, partCount: 0 }, [{ frame: frameJson }], condition);
  await db.batch([
    deleteKeysOfEvent(db, eventId, condition),
    db.delete(matchParts).where(and(eq(matchParts.eventId, eventId), condition)),
    db.delete(matchRecords).where(and(eq(matchRecords.eventId, eventId), condition)),
    ...begun.statements,
  ]);
  const wishesOf = Map.groupBy(wishes, ([first]) => first);
  const groupsOf = Map.groupBy(together, ([first]) => first);
  const entryHashes = new Map<string, string>();
  let { partCount } = begun;
  for (let start = 0; start < diners.length; start += dinersPerBatch) {
    const keys: Parameters<typeof insertKeys>[1] = [];
    const entries = diners.slice(start, start + dinersPerBatch).map((diner) => {
      const pairs = { wishes: wishesOf.get(diner.id), together: groupsOf.get(diner.id) };
      const { key, ...sealed } = sealDiner(diner, pairs);
      entryHashes.set(diner.id, sealed.hash);
      const answered = Object.keys(diner.answers).filter((id) => diner.answers[Number(id)]?.length);
      keys.push({ bookingId: diner.id, key, answered });
      return sealed;
    });
    const added = addLines(db, { eventId, partCount }, entries, condition);
    partCount = added.partCount;
    await db.batch([...insertKeys(db, keys, condition), ...added.statements]);
  }
  const entriesHash = hashEntries(frameJson, [...entryHashes.values()]);
  const record = {
    entryCount: diners.length,
    entriesHash,
    rulesVersion,
    mayMeetAgain: frame.relax?.includes("met") ?? false,
    terms: frame.terms,
    writtenAt: now,
  };
  await insertWhere(db, matchRecords, { eventId, ...record }, condition).onConflictDoNothing();
  return { entriesHash, rulesVersion, entryHashes, partCount };
}

/** Statements for the batch that saves a seating. */
export function saveResult(
  db: Database,
  eventId: string,
  { partCount, seatingHash, resultHash, groups }: RecordedResult,
  figures: SeatingFigures,
  condition: SQL,
): Statement[] {
  const tableCount = groups.filter(({ number }) => number !== standbyNumber).length;
  return [
    ...addLines(db, { eventId, partCount }, groups, condition).statements,
    db
      .update(matchRecords)
      .set({ tableCount, seatingHash, resultHash, ...figures })
      .where(and(eq(matchRecords.eventId, eventId), condition)),
  ];
}

/** What the page of a booking shows of the record of its event. */
export function readMatchRecord(db: Database, userId: SQL, bookingId: string) {
  const isTheirs = and(eq(bookings.id, bookingId), eq(bookings.userId, userId));
  const eventId = sql`(select ${bookings.eventId} from ${bookings} where ${isTheirs})`;
  return batchedRead(
    [
      db
        .select({
          entryCount: matchRecords.entryCount,
          tableCount: matchRecords.tableCount,
          terms: matchRecords.terms,
          entriesHash: matchRecords.entriesHash,
          rulesVersion: matchRecords.rulesVersion,
          writtenAt: matchRecords.writtenAt,
          seatingHash: matchRecords.seatingHash,
          resultHash: matchRecords.resultHash,
          mayMeetAgain: matchRecords.mayMeetAgain,
          eventId: matchRecords.eventId,
        })
        .from(matchRecords)
        .where(eq(matchRecords.eventId, eventId)),
      db
        .select({ key: entryKeys.key })
        .from(entryKeys)
        .innerJoin(bookings, eq(bookings.id, entryKeys.bookingId))
        .where(isTheirs),
      selectTableChanges(db, eventId),
      db
        .select({ date: events.date, cityName: cities.name, timeZone: cities.timeZone })
        .from(events)
        .innerJoin(cities, eq(cities.id, events.cityId))
        .where(eq(events.id, eventId)),
    ],
    ([[record], [ownKey], changes, [event]]) =>
      record && event && { ...record, ...event, changes, ownKey: ownKey?.key },
  );
}

export type ShownRecord = NonNullable<ReturnType<ReturnType<typeof readMatchRecord>["toResult"]>>;

/** The file that a diner checks: their own entry and table, and hashes of the others. Throws `RecordNotRead`. */
export async function loadReceipt(store: Store, bookingId: string, record: ShownRecord) {
  const { eventId, ownKey, changes, mayMeetAgain } = record;
  const label = labelOf(bookingId);
  const hashes: string[] = [];
  const groups: Pick<RecordedGroup, "number" | "hash">[] = [];
  let sealed: EncryptedEntry | undefined;
  let ownGroup: RecordedGroup | undefined;
  const frame = await readRecord(store, eventId, {
    onEntry(entry) {
      hashes.push(entry.hash);
      if (entry.label === label) sealed = entry;
    },
    onGroup(group) {
      groups.push({ number: group.number, hash: group.hash });
      // Entries come before groups.
      if (sealed && group.entryHashes.includes(sealed.hash)) ownGroup = group;
    },
  });
  const own = sealed && openEntry(sealed, ownKey);
  return {
    frame,
    entriesHash: record.entriesHash,
    rulesVersion: record.rulesVersion,
    writtenAt: record.writtenAt,
    seatingHash: record.seatingHash,
    resultHash: record.resultHash,
    date: record.date,
    cityName: record.cityName,
    timeZone: record.timeZone,
    hashes: hashes.sort(),
    own: own ? { hash: own.hash, salt: own.salt, entry: own.entry } : null,
    ...splitGroups(groups),
    ownGroup: ownGroup
      ? {
          table: ownGroup.number === standbyNumber ? null : ownGroup.number,
          venue: ownGroup.venueId,
          salt: ownGroup.salt,
          hash: ownGroup.hash,
          hashes: ownGroup.entryHashes.toSorted(),
        }
      : null,
    changes,
    mayMeetAgain,
  };
}

/** Entries of a diner, one for each of their bookings that has a key, as far as the diner may read them. Throws `RecordNotRead`. */
export async function loadOwnEntries(
  store: Store,
  keys: readonly { bookingId: string; eventId: string; key: string }[],
) {
  const found: (Pick<OpenedEntry, "hash" | "salt" | "entry"> & { eventId: string })[] = [];
  for (const { bookingId, eventId, key } of keys) {
    const label = labelOf(bookingId);
    const onEntry = (sealed: EncryptedEntry) => {
      if (sealed.label !== label) return;
      const { hash, salt, entry } = openEntry(sealed, key);
      found.push({ eventId, hash, salt, entry });
    };
    await readRecord(store, eventId, { onEntry, onGroup() {} }).catch((error) => {
      if (!(error instanceof RecordMissing)) throw error;
    });
  }
  return found;
}

/** What the database has of a record, for operators. */
export const findMatchRecord = (db: Database, eventId: string) =>
  db.select().from(matchRecords).where(eq(matchRecords.eventId, eventId)).get();

/** For operators and auditors, without diners whose entries were erased since. Throws `RecordNotRead`. */
export async function loadMatchRecord(store: Store, eventId: string) {
  const record = await findMatchRecord(store.db, eventId);
  if (!record) return undefined;
  const keys = new Map(
    (await selectKeysOfEvent(store.db, eventId)).map(({ bookingId, key }) => [labelOf(bookingId), key]),
  );
  const opened: OpenedEntry[] = [];
  const groups: FullRecord["groups"] = [];
  const numbers = new Map<string, number>();
  let areBoxesIntact = true;
  const frame = await readRecord(store, eventId, {
    onEntry(sealed) {
      try {
        opened.push(openEntry(sealed, keys.get(sealed.label)));
      } catch {
        areBoxesIntact = false;
        opened.push(openEntry(sealed, undefined));
      }
    },
    onGroup({ entryHashes, ...group }) {
      groups.push(group);
      for (const hash of entryHashes) numbers.set(hash, group.number);
    },
  });
  const entries = opened
    .map((entry) => ({ ...entry, groupNumber: numbers.get(entry.hash) ?? null }))
    .sort((one, other) => (one.hash < other.hash ? -1 : 1));
  const { entriesHash, rulesVersion, seatingHash, resultHash, isExact, keptTerms, tableCount } = record;
  const fullRecord: FullRecord = {
    frame,
    entriesHash,
    rulesVersion,
    seatingHash,
    resultHash,
    entries,
    groups,
  };
  const diners = openDiners(entries);
  return {
    input: { ...JSON.parse(frame), ...diners } as MatchInput,
    rulesVersion,
    entriesHash,
    seatingHash,
    resultHash,
    isExact,
    keptTerms,
    tableCount,
    entryCount: entries.length,
    erasedCount: entries.length - diners.diners.length,
    /** False when anything was changed after it was recorded. */
    isIntact: areBoxesIntact && isRecordIntact(fullRecord),
    fullRecord,
  };
}

export type MatchRecord = NonNullable<Awaited<ReturnType<typeof loadMatchRecord>>>;
