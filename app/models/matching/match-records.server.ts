import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batched-read.ts";
import type { Database } from "#app/db/client.server.ts";
import { chunk } from "#app/db/json-list.ts";
import { bookings, events, matchEntries, matchRecords, operatorChanges, venues } from "#app/db/schema.ts";
import { hashEntries, hashEntry } from "#app/lib/match-hash.ts";
import type { Diner } from "#app/matching/diner.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import { type Claim, claimIsMine } from "./match-data.server.ts";

/** Puts down what the matcher is about to be given, while the claim stands; what an earlier try put down is gone. */
export async function saveMatchRecord(
  db: Database,
  claim: Claim,
  { diners, ...frame }: MatchInput,
  { rulesVersion, now }: { rulesVersion: number; now: Date },
): Promise<void> {
  const { eventId } = claim;
  const sealed = diners.map((diner) => {
    const [salt, entry] = [crypto.randomUUID(), JSON.stringify(diner)];
    return { userId: diner.id, salt, entry, hash: hashEntry(salt, entry) };
  });
  const written = JSON.stringify(frame);
  const entriesHash = hashEntries(
    written,
    sealed.map(({ hash }) => hash),
  );
  const holds = claimIsMine(claim);
  await db.batch([
    db.delete(matchEntries).where(and(eq(matchEntries.eventId, eventId), holds)),
    db.delete(matchRecords).where(and(eq(matchRecords.eventId, eventId), holds)),
    db
      .insert(matchRecords)
      .select(
        sql`select ${eventId}, ${written}, ${entriesHash}, ${rulesVersion}, ${now.getTime()}, null where ${holds}`,
      ),
    ...chunk(sealed).map((piece) =>
      db.insert(matchEntries).select(
        sql`select ${eventId}, value ->> 'hash', value ->> 'userId', value ->> 'salt', value ->> 'entry'
          from json_each(${JSON.stringify(piece)}) where ${holds}`,
      ),
    ),
  ]);
}

/** What one of its diners may see: their own entry, everybody's hashes, and what was changed by hand since. */
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
    ([[receipt], all, [own], changes, [dinner]]) =>
      receipt &&
      dinner && {
        ...receipt,
        ...dinner,
        hashes: all.map(({ hash }) => hash),
        own,
        changes,
        mayMeetAgain: (JSON.parse(receipt.frame) as MatchInput).relax?.includes("met") ?? false,
      },
  );
}

/** The night as the matcher was given it, to be seated again; without whoever has had their entry erased since. */
export async function loadMatchRecord(db: Database, eventId: string) {
  const [[receipt], sealed] = await db.batch([
    db.select().from(matchRecords).where(eq(matchRecords.eventId, eventId)),
    db
      .select({ hash: matchEntries.hash, salt: matchEntries.salt, entry: matchEntries.entry })
      .from(matchEntries)
      .where(eq(matchEntries.eventId, eventId))
      .orderBy(matchEntries.hash),
  ]);
  if (!receipt) return undefined;
  const kept = sealed.flatMap(({ hash, salt, entry }) => (salt && entry ? [{ hash, salt, entry }] : []));
  const diners = kept.map(({ entry }) => JSON.parse(entry) as Diner);
  return {
    night: { ...JSON.parse(receipt.frame), diners } as MatchInput,
    rulesVersion: receipt.rulesVersion,
    resultHash: receipt.resultHash,
    erased: sealed.length - kept.length,
    /** Whether what is kept is what was sealed. */
    isIntact:
      kept.every(({ hash, salt, entry }) => hashEntry(salt, entry) === hash) &&
      hashEntries(
        receipt.frame,
        sealed.map(({ hash }) => hash),
      ) === receipt.entriesHash,
  };
}
