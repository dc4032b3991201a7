import { type SQL, sql } from "drizzle-orm";
import { runBatch, type Statement } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { jsonPortions, jsonRows } from "#app/db/json-list.ts";
import { bookings, events, matchEntries, quizQuestions, userAnswers } from "#app/db/schema.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { forgetCompanyOfEvents } from "#app/models/booking/tables.server.ts";
import { markEntriesErased } from "#app/models/event/events.server.ts";
import type { SealedEntry } from "./sealed-entry.ts";

interface NewEntry extends SealedEntry {
  bookingId: string;
}

/** Whoever canceled, was erased or withdrew consent since the match input was read gets an erased entry. */
export function insertEntries(
  db: Database,
  eventId: string,
  entries: NewEntry[],
  condition: SQL,
): Statement[] {
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

/** A query of the diners who have withdrawn their consent since the record of the event was saved. */
export const withdrawnSince = (eventId: string) =>
  sql`(select ${matchEntries.userId} from ${matchEntries} where ${matchEntries.eventId} = ${eventId}
    and ${matchEntries.entry} is null and ${matchEntries.userId} is not null)`;

/** The entry has an answer that needs consent, and the diner of this booking has it no more. */
const lacksSensitiveAnswer = (entry: SQL) =>
  sql`exists (select 1 from ${quizQuestions} where ${quizQuestions.needsConsent} = 1
    and coalesce(json_array_length(${entry}, '$.answers."' || ${quizQuestions.id} || '"'), 0) > 0
    and not exists (select 1 from ${userAnswers} where ${userAnswers.userId} = ${bookings.userId}
      and ${userAnswers.questionId} = ${quizQuestions.id} and json_array_length(${userAnswers.answerIds}) > 0))`;

const erased = { salt: null, entry: null, relationsSalt: null, relations: null };

/** A statement for the batch that erases users: an entry's hash stays, and says nothing without its parts. */
export const eraseEntries = (db: Database, userIds: SQL) =>
  db.update(matchEntries).set(erased).where(sql`${matchEntries.userId} in ${userIds}`);

/** A statement for a restore: who is gone from it has left no more than a hash. */
export const eraseEntriesOfNobody = (db: Database) =>
  db
    .update(matchEntries)
    .set(erased)
    .where(sql`${matchEntries.userId} is null and ${matchEntries.entry} is not null`);

/** One may have 20,000 entries. */
const maxEvents = 10;

/** A year after the event nobody needs to check the tables any longer. Returns "more" where some entries are left. */
export async function eraseOldEntries(db: Database, now: Date): Promise<"more" | undefined> {
  const old = sql`(select id from ${events} where entries_erased_at is null
    and date <= ${now.getTime() - keptMs.matchEntry} order by date, id limit ${maxEvents})`;
  const marked = await runBatch(
    db,
    [
      db
        .update(matchEntries)
        .set(erased)
        .where(sql`${matchEntries.eventId} in ${old} and ${matchEntries.entry} is not null`),
      // Only what no decision on who came has removed, as of canceled events.
      forgetCompanyOfEvents(db, old),
    ],
    markEntriesErased(db, old, now),
  );
  return marked.length === maxEvents ? "more" : undefined;
}
