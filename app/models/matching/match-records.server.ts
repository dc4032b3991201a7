import { and, eq, type SQL, sql } from "drizzle-orm";
import { runStatements, type Statement } from "#app/db/batch.ts";
import { batchedRead } from "#app/db/batched-read.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertRows, insertWhere } from "#app/db/insert-where.ts";
import { jsonPortions, jsonRows } from "#app/db/json-list.ts";
import { bookings, cities, events, matchEntries, matchGroups, matchRecords } from "#app/db/schema.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import type { TermsReport } from "#app/matching/terms/report-terms.ts";
import { type Claim, claimIsMine } from "#app/models/event/claims.server.ts";
import { selectTableChanges } from "#app/models/table-change/table-changes.server.ts";
import { insertEntries } from "./match-entries.server.ts";
import { hashEntries } from "./match-hash.ts";
import {
  type FullRecord,
  isRecordIntact,
  type RecordedInput,
  type RecordedResult,
  splitGroups,
  standbyNumber,
} from "./recorded-result.ts";
import { openEntries, sealDiner } from "./sealed-entry.ts";

/** Of what the matcher made; no part of what is hashed. */
export interface SeatingFigures {
  /** In points of a table's score. */
  scoreFloor: number | null;
  possibleGain: number | null;
  keptTerms: TermsReport | null;
}

/** The entries of a large event are many times what one batch should carry. */
const dinersPerBatch = 500;

/**
 * Records what the matcher is about to get, while the claim is ours; it replaces the record of an earlier attempt. The
 * entries are written in portions, and the record after them. A diner's id in the match input is that of their booking.
 */
export async function saveMatchRecord(
  db: Database,
  claim: Claim,
  { diners, wishes = [], together = [], ...frame }: MatchInput,
  { rulesVersion, now }: { rulesVersion: number; now: Date },
): Promise<RecordedInput> {
  const { eventId } = claim;
  const condition = claimIsMine(claim);
  await db.batch([
    db.delete(matchEntries).where(and(eq(matchEntries.eventId, eventId), condition)),
    db.delete(matchRecords).where(and(eq(matchRecords.eventId, eventId), condition)),
  ]);
  const wishesOf = Map.groupBy(wishes, ([first]) => first);
  const groupsOf = Map.groupBy(together, ([first]) => first);
  const entryHashes = new Map<string, string>();
  for (let start = 0; start < diners.length; start += dinersPerBatch) {
    const entries = diners.slice(start, start + dinersPerBatch).map((diner) => {
      const sealed = sealDiner(diner, { wishes: wishesOf.get(diner.id), together: groupsOf.get(diner.id) });
      entryHashes.set(diner.id, sealed.hash);
      return { bookingId: diner.id, ...sealed };
    });
    await runStatements(db, insertEntries(db, eventId, entries, condition));
  }
  const frameJson = JSON.stringify(frame);
  const entriesHash = hashEntries(frameJson, [...entryHashes.values()]);
  const record = { frame: frameJson, entriesHash, rulesVersion, writtenAt: now };
  await insertWhere(db, matchRecords, { eventId, ...record }, condition).onConflictDoNothing();
  return { entriesHash, rulesVersion, entryHashes };
}

/** Statements for the batch that saves a seating. */
export function saveResult(
  db: Database,
  eventId: string,
  { seatingHash, resultHash, groups }: RecordedResult,
  figures: SeatingFigures,
  condition: SQL,
): Statement[] {
  const rows = groups.map(({ number, venueId, salt, hash }) => ({ eventId, number, venueId, salt, hash }));
  // Each has the event's id, or SQLite would read the whole list again for each entry of the event.
  const members = groups.flatMap(({ number, entryHashes }) =>
    entryHashes.map((hash) => ({ eventId, hash, number })),
  );
  return [
    ...insertRows(db, matchGroups, rows, condition),
    ...jsonPortions(members).map((some) =>
      db
        .update(matchEntries)
        .set({ groupNumber: sql`members.value ->> 'number'` })
        .from(sql`${jsonRows(some)} members`)
        .where(
          sql`${matchEntries.eventId} = members.value ->> 'eventId' and ${matchEntries.hash} = members.value ->> 'hash'
            and ${condition}`,
        ),
    ),
    db
      .update(matchRecords)
      .set({ seatingHash, resultHash, ...figures })
      .where(and(eq(matchRecords.eventId, eventId), condition)),
  ];
}

const groupColumns = {
  number: matchGroups.number,
  venueId: matchGroups.venueId,
  salt: matchGroups.salt,
  hash: matchGroups.hash,
};

/** What a diner may read: their own entry and table, and hashes of the others. */
export function readMatchRecord(db: Database, userId: SQL, bookingId: string) {
  const eventId = sql`(select ${bookings.eventId} from ${bookings}
    where ${bookings.id} = ${bookingId} and ${bookings.userId} = ${userId})`;
  return batchedRead(
    [
      db
        .select({
          frame: matchRecords.frame,
          entriesHash: matchRecords.entriesHash,
          rulesVersion: matchRecords.rulesVersion,
          writtenAt: matchRecords.writtenAt,
          seatingHash: matchRecords.seatingHash,
          resultHash: matchRecords.resultHash,
        })
        .from(matchRecords)
        .where(eq(matchRecords.eventId, eventId)),
      db
        .select({ hash: matchEntries.hash, groupNumber: matchEntries.groupNumber })
        .from(matchEntries)
        .where(eq(matchEntries.eventId, eventId))
        .orderBy(matchEntries.hash),
      db
        .select({ hash: matchEntries.hash, salt: matchEntries.salt, entry: matchEntries.entry })
        .from(matchEntries)
        .where(and(eq(matchEntries.eventId, eventId), eq(matchEntries.userId, userId))),
      db.select(groupColumns).from(matchGroups).where(eq(matchGroups.eventId, eventId)),
      selectTableChanges(db, eventId),
      db
        .select({ date: events.date, cityName: cities.name, timeZone: cities.timeZone })
        .from(events)
        .innerJoin(cities, eq(cities.id, events.cityId))
        .where(eq(events.id, eventId)),
    ],
    ([[record], entries, [own], groups, changes, [event]]) => {
      if (!record || !event) return undefined;
      const ownNumber = entries.find(({ hash }) => hash === own?.hash)?.groupNumber;
      const ownGroup = groups.find(({ number }) => number === ownNumber);
      return {
        ...record,
        ...event,
        hashes: entries.map(({ hash }) => hash),
        own: own ?? null,
        ...splitGroups(groups),
        ownGroup: ownGroup
          ? {
              table: ownGroup.number === standbyNumber ? null : ownGroup.number,
              venue: ownGroup.venueId,
              salt: ownGroup.salt,
              hash: ownGroup.hash,
              hashes: entries.filter(({ groupNumber }) => groupNumber === ownNumber).map(({ hash }) => hash),
            }
          : null,
        changes,
        mayMeetAgain: (JSON.parse(record.frame) as MatchInput).relax?.includes("met") ?? false,
      };
    },
  );
}

/** Everything, for operators and auditors; the match input lacks diners whose entries were erased since. */
export async function loadMatchRecord(db: Database, eventId: string) {
  const [[record], entries, groups] = await db.batch([
    db.select().from(matchRecords).where(eq(matchRecords.eventId, eventId)),
    db
      .select({
        hash: matchEntries.hash,
        salt: matchEntries.salt,
        entry: matchEntries.entry,
        relationsSalt: matchEntries.relationsSalt,
        relations: matchEntries.relations,
        groupNumber: matchEntries.groupNumber,
      })
      .from(matchEntries)
      .where(eq(matchEntries.eventId, eventId))
      .orderBy(matchEntries.hash),
    db
      .select(groupColumns)
      .from(matchGroups)
      .where(eq(matchGroups.eventId, eventId))
      .orderBy(matchGroups.number),
  ]);
  if (!record) return undefined;
  const { frame, entriesHash, rulesVersion, seatingHash, resultHash, possibleGain, keptTerms } = record;
  const fullRecord: FullRecord = {
    frame,
    entriesHash,
    rulesVersion,
    seatingHash,
    resultHash,
    entries,
    groups,
  };
  const opened = openEntries(entries);
  return {
    input: { ...JSON.parse(frame), ...opened } as MatchInput,
    rulesVersion,
    entriesHash,
    seatingHash,
    resultHash,
    possibleGain,
    keptTerms,
    entryCount: entries.length,
    erasedCount: entries.length - opened.diners.length,
    /** False when anything was changed after it was recorded. */
    isIntact: isRecordIntact(fullRecord),
    fullRecord,
  };
}

export type MatchRecord = NonNullable<Awaited<ReturnType<typeof loadMatchRecord>>>;
