import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { runStatements } from "#app/db/batch.ts";
import { batchedRead } from "#app/db/batched-read.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertRows, insertWhere } from "#app/db/insert-where.ts";
import {
  bookings,
  events,
  matchEntries,
  matchRecords,
  operatorChanges,
  users,
  venues,
} from "#app/db/schema.ts";
import { hashEntries, hashEntry } from "#app/lib/match-hash.ts";
import type { Diner } from "#app/matching/diner.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import { type Claim, claimIsMine } from "#app/models/event/claims.server.ts";

/** The entries of a large event are many times what one batch should carry. */
const dinersPerBatch = 500;

/**
 * Records what the matcher is about to get, while the claim is ours; it replaces the record of an earlier attempt. The
 * entries are written in portions, and the record after them.
 */
export async function saveMatchRecord(
  db: Database,
  claim: Claim,
  { diners, ...frame }: MatchInput,
  { rulesVersion, now }: { rulesVersion: number; now: Date },
): Promise<void> {
  const { eventId } = claim;
  const condition = claimIsMine(claim);
  await db.batch([
    db.delete(matchEntries).where(and(eq(matchEntries.eventId, eventId), condition)),
    db.delete(matchRecords).where(and(eq(matchRecords.eventId, eventId), condition)),
  ]);
  const hashes: string[] = [];
  for (let start = 0; start < diners.length; start += dinersPerBatch) {
    const entries = diners.slice(start, start + dinersPerBatch).map((diner) => {
      const [salt, entry] = [crypto.randomUUID(), JSON.stringify(diner)];
      return { eventId, userId: diner.id, salt, entry, hash: hashEntry(salt, entry) };
    });
    hashes.push(...entries.map(({ hash }) => hash));
    await runStatements(db, insertRows(db, matchEntries, entries, condition));
  }
  const frameJson = JSON.stringify(frame);
  const record = {
    frame: frameJson,
    entriesHash: hashEntries(frameJson, hashes),
    rulesVersion,
    writtenAt: now,
  };
  await insertWhere(db, matchRecords, { eventId, ...record }, condition).onConflictDoNothing();
}

export const saveResultHash = (db: Database, eventId: string, resultHash: string, condition: SQL) =>
  db
    .update(matchRecords)
    .set({ resultHash })
    .where(and(eq(matchRecords.eventId, eventId), condition));

/** A statement for the batch that erases users: an entry's hash stays, and says nothing without salt and entry. */
export const eraseEntries = (db: Database, userIds: SQL) =>
  db.update(matchEntries).set({ salt: null, entry: null }).where(sql`${matchEntries.userId} in ${userIds}`);

/** The same for others' entries that have the users' ids, because they met or avoid each other. */
export const eraseEntriesNaming = (db: Database, userIds: SQL) =>
  db
    .update(matchEntries)
    .set({ salt: null, entry: null })
    .where(
      sql`${matchEntries.eventId} in (select own.event_id from ${matchEntries} own where own.user_id in ${userIds})
        and exists (select 1 from ${users} where ${users.id} in ${userIds}
          and instr(${matchEntries.entry}, ${users.id}))`,
    );

const keptForMs = 365 * 86_400_000;
const maxErased = 2_000;

/** A year after the event nobody needs to check the tables any more. Returns "more" where some entries are left. */
export async function eraseOldEntries(db: Database, now: Date): Promise<"more" | undefined> {
  const old = sql`(select old.rowid from ${events} cross join ${matchEntries} old on old.event_id = ${events.id}
    where ${events.date} <= ${now.getTime() - keptForMs} and old.entry is not null limit ${maxErased})`;
  const erased = await db
    .update(matchEntries)
    .set({ salt: null, entry: null })
    .where(sql`${matchEntries}.rowid in ${old}`)
    .returning({ eventId: matchEntries.eventId });
  return erased.length === maxErased ? "more" : undefined;
}

export function readMatchRecord(db: Database, userId: SQL, bookingId: string) {
  const eventId = sql`(select ${bookings.eventId} from ${bookings}
    where ${bookings.id} = ${bookingId} and ${bookings.userId} = ${userId})`;
  return batchedRead(
    [
      db.select().from(matchRecords).where(eq(matchRecords.eventId, eventId)),
      db
        .select({ hash: matchEntries.hash })
        .from(matchEntries)
        .where(eq(matchEntries.eventId, eventId))
        .orderBy(matchEntries.hash),
      db
        .select({ hash: matchEntries.hash, salt: matchEntries.salt, entry: matchEntries.entry })
        .from(matchEntries)
        .where(and(eq(matchEntries.eventId, eventId), eq(matchEntries.userId, userId))),
      db
        .select({ at: operatorChanges.at, what: operatorChanges.what })
        .from(operatorChanges)
        .where(eq(operatorChanges.eventId, eventId))
        .orderBy(asc(operatorChanges.at)),
      db
        .select({ date: events.date, timeZone: venues.timeZone })
        .from(events)
        .innerJoin(venues, eq(venues.id, events.venueId))
        .where(eq(events.id, eventId)),
    ],
    ([[record], all, [own], changes, [event]]) =>
      record &&
      event && {
        ...record,
        ...event,
        hashes: all.map(({ hash }) => hash),
        own,
        changes,
        mayMeetAgain: (JSON.parse(record.frame) as MatchInput).relax?.includes("met") ?? false,
      },
  );
}

/** The match input as recorded, without diners whose entries were erased since. */
export async function loadMatchRecord(db: Database, eventId: string) {
  const [[record], entries] = await db.batch([
    db.select().from(matchRecords).where(eq(matchRecords.eventId, eventId)),
    db
      .select({ hash: matchEntries.hash, salt: matchEntries.salt, entry: matchEntries.entry })
      .from(matchEntries)
      .where(eq(matchEntries.eventId, eventId))
      .orderBy(matchEntries.hash),
  ]);
  if (!record) return undefined;
  const kept = entries.flatMap(({ hash, salt, entry }) => (salt && entry ? [{ hash, salt, entry }] : []));
  const diners = kept.map(({ entry }) => JSON.parse(entry) as Diner);
  const hashes = entries.map(({ hash }) => hash);
  return {
    input: { ...JSON.parse(record.frame), diners } as MatchInput,
    rulesVersion: record.rulesVersion,
    resultHash: record.resultHash,
    erasedCount: entries.length - kept.length,
    /** False when an entry or the frame was changed after it was recorded. */
    isIntact:
      kept.every(({ hash, salt, entry }) => hashEntry(salt, entry) === hash) &&
      hashEntries(record.frame, hashes) === record.entriesHash,
  };
}
