import { and, eq, type SQL, sql } from "drizzle-orm";
import { runStatements, type Statement } from "#app/db/batch.ts";
import { batchedRead } from "#app/db/batched-read.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertRows, insertWhere } from "#app/db/insert-where.ts";
import { jsonPortions, jsonRows } from "#app/db/json-list.ts";
import {
  bookings,
  cities,
  events,
  matchEntries,
  matchGroups,
  matchRecords,
  quizQuestions,
  userAnswers,
  users,
} from "#app/db/schema.ts";
import { hashEntries } from "#app/lib/match-hash.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import { type Claim, claimIsMine } from "#app/models/event/claims.server.ts";
import { selectTableChanges } from "#app/models/table-change/table-changes.server.ts";
import {
  type FullRecord,
  isRecordIntact,
  type RecordedInput,
  type RecordedResult,
  splitGroups,
  standbyNumber,
} from "./recorded-result.ts";
import { openEntry, type SealedEntry, sealDiner } from "./sealed-entry.ts";

/** The entries of a large event are many times what one batch should carry. */
const dinersPerBatch = 500;

/**
 * Records what the matcher is about to get, while the claim is ours; it replaces the record of an earlier attempt. The
 * entries are written in portions, and the record after them. A diner's id in the match input is that of their booking.
 */
export async function saveMatchRecord(
  db: Database,
  claim: Claim,
  { diners, ...frame }: MatchInput,
  { rulesVersion, now }: { rulesVersion: number; now: Date },
): Promise<RecordedInput> {
  const { eventId } = claim;
  const condition = claimIsMine(claim);
  await db.batch([
    db.delete(matchEntries).where(and(eq(matchEntries.eventId, eventId), condition)),
    db.delete(matchRecords).where(and(eq(matchRecords.eventId, eventId), condition)),
  ]);
  const entryHashes = new Map<string, string>();
  for (let start = 0; start < diners.length; start += dinersPerBatch) {
    const entries = diners.slice(start, start + dinersPerBatch).map((diner) => {
      const sealed = sealDiner(diner);
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

interface NewEntry extends SealedEntry {
  bookingId: string;
}

/** Whoever canceled, was erased or withdrew consent since the match input was read gets an erased entry. */
function insertEntries(db: Database, eventId: string, entries: NewEntry[], condition: SQL): Statement[] {
  const part = (name: keyof NewEntry) => sql`sealed.value ->> ${sql.raw(`'${name}'`)}`;
  const mayKeep = sql`${bookings.id} is not null and not ${lacksSensitiveAnswer(part("entry"))}`;
  const ifKept = (name: keyof NewEntry) => sql`case when ${mayKeep} then ${part(name)} end`;
  const row = {
    eventId,
    hash: part("hash"),
    userId: bookings.userId,
    salt: ifKept("salt"),
    entry: ifKept("entry"),
    relationsSalt: ifKept("relationsSalt"),
    relations: ifKept("relations"),
  };
  return jsonPortions(entries).map((some) =>
    insertWhere(
      db,
      matchEntries,
      row,
      condition,
      sql`${jsonRows(some)} sealed left join ${bookings} on ${bookings.id} = ${part("bookingId")} and ${bookings.canceled} = 0`,
    ),
  );
}

/** The entry has an answer that needs consent, and the diner of this booking has it no more. */
const lacksSensitiveAnswer = (entry: SQL) =>
  sql`exists (select 1 from ${quizQuestions} where ${quizQuestions.needsConsent} = 1
    and coalesce(json_array_length(${entry}, '$.answers."' || ${quizQuestions.id} || '"'), 0) > 0
    and not exists (select 1 from ${userAnswers} where ${userAnswers.userId} = ${bookings.userId}
      and ${userAnswers.questionId} = ${quizQuestions.id} and json_array_length(${userAnswers.answerIds}) > 0))`;

/** Statements for the batch that saves a seating. */
export function saveResult(
  db: Database,
  eventId: string,
  { seatingHash, resultHash, groups, scoreFloor }: RecordedResult & { scoreFloor: number | null },
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
      .set({ seatingHash, resultHash, scoreFloor })
      .where(and(eq(matchRecords.eventId, eventId), condition)),
  ];
}

const erased = { salt: null, entry: null, relationsSalt: null, relations: null };

/** A statement for the batch that erases users: an entry's hash stays, and says nothing without its parts. */
export const eraseEntries = (db: Database, userIds: SQL) =>
  db.update(matchEntries).set(erased).where(sql`${matchEntries.userId} in ${userIds}`);

const ifReadable = (column: typeof matchEntries.salt | typeof matchEntries.entry) =>
  sql<string | null>`case when ${matchEntries.relationsSalt} is not null then ${column} end`;

/** What a diner may read of their entry: nothing of one that was made when relations were still inside. */
export const readableEntry = {
  hash: matchEntries.hash,
  salt: ifReadable(matchEntries.salt).as("readable_salt"),
  entry: ifReadable(matchEntries.entry).as("readable_entry"),
};

/** The same for others' entries that have the users' ids: those of records made before relations were sealed. */
export const eraseEntriesNaming = (db: Database, userIds: SQL) =>
  db
    .update(matchEntries)
    .set({ salt: null, entry: null })
    .where(
      sql`${matchEntries.eventId} in (select own.event_id from ${matchEntries} own where own.user_id in ${userIds})
        and ${matchEntries.entry} is not null and ${matchEntries.relationsSalt} is null
        and exists (select 1 from ${users} where ${users.id} in ${userIds}
          and instr(${matchEntries.entry}, ${users.id}))`,
    );

const keptForMs = 365 * 86_400_000;
const maxErased = 2_000;

/** A year after the event nobody needs to check the tables any more. Returns "more" where some entries are left. */
export async function eraseOldEntries(db: Database, now: Date): Promise<"more" | undefined> {
  const old = sql`(select old.rowid from ${events} cross join ${matchEntries} old on old.event_id = ${events.id}
    where ${events.date} <= ${now.getTime() - keptForMs} and old.entry is not null limit ${maxErased})`;
  const rows = await db
    .update(matchEntries)
    .set(erased)
    .where(sql`${matchEntries}.rowid in ${old}`)
    .returning({ eventId: matchEntries.eventId });
  return rows.length === maxErased ? "more" : undefined;
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
        .select(readableEntry)
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
  const { frame, entriesHash, rulesVersion, seatingHash, resultHash } = record;
  const fullRecord: FullRecord = {
    frame,
    entriesHash,
    rulesVersion,
    seatingHash,
    resultHash,
    entries,
    groups,
  };
  const diners = entries.flatMap((entry) => openEntry(entry) ?? []);
  return {
    input: { ...JSON.parse(frame), diners } as MatchInput,
    rulesVersion,
    entriesHash,
    seatingHash,
    resultHash,
    entryCount: entries.length,
    erasedCount: entries.length - diners.length,
    /** False when anything was changed after it was recorded. */
    isIntact: isRecordIntact(fullRecord),
    fullRecord,
  };
}
