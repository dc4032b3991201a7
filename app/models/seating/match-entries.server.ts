import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { bookings, entryKeys, events, quizQuestions, userAnswers } from "#app/db/schema.ts";
import { insertWhere, jsonPortions, jsonRows } from "#app/db/statements.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { forgetCompanyOfEvents } from "#app/models/booking/tables.server.ts";
import { markEntriesErased } from "#app/models/event/events.server.ts";

interface NewKey {
  bookingId: string;
  key: string;
  /** The ids of the questions that the entry has an answer to. */
  answered: string[];
}

/** Whoever canceled, was erased or withdrew consent since the match input was read gets no key: the entry is erased. */
export function insertKeys(db: Database, keys: NewKey[], condition: SQL): Statement[] {
  const part = (name: keyof NewKey) => sql`added.value ->> ${sql.raw(`'${name}'`)}`;
  return jsonPortions(keys).map((some) =>
    insertWhere(
      db,
      entryKeys,
      { bookingId: bookings.id, key: part("key") },
      sql`${condition} and not ${lacksSensitiveAnswer(part("answered"))}`,
      sql`${jsonRows(some)} added join ${bookings} on ${bookings.id} = ${part("bookingId")} and ${bookings.canceled} = 0`,
    ),
  );
}

/** The entry has an answer that needs consent, and the diner of this booking has it no more. */
const lacksSensitiveAnswer = (answered: SQL) =>
  sql`exists (select 1 from json_each(${answered}) answer join ${quizQuestions} on ${quizQuestions.id} = answer.value
    where ${quizQuestions.needsConsent} = 1
    and not exists (select 1 from ${userAnswers} where ${userAnswers.userId} = ${bookings.userId}
      and ${userAnswers.questionId} = ${quizQuestions.id} and json_array_length(${userAnswers.answerIds}) > 0))`;

const ofEvents = (eventIds: SQL) =>
  sql`${entryKeys.bookingId} in (select ${bookings.id} from ${bookings} where ${bookings.eventId} in ${eventIds})`;

export const deleteKeysOfEvent = (db: Database, eventId: string, condition: SQL) =>
  db.delete(entryKeys).where(sql`${ofEvents(sql`(${eventId})`)} and ${condition}`);

export const selectKeysOfEvent = (db: Database, eventId: string) =>
  db
    .select()
    .from(entryKeys)
    .where(ofEvents(sql`(${eventId})`));

/** A query of the diners who have withdrawn their consent since the record of the event was saved, where the condition holds. */
export const withdrawnSince = (eventId: string, condition: SQL) =>
  sql`(select ${bookings.userId} from ${bookings} where ${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0
    and not exists (select 1 from ${entryKeys} where ${entryKeys.bookingId} = ${bookings.id}) and ${condition})`;

/** A statement for the batch that erases users or what they consented to: an entry's hash stays, and nobody can open it. */
export const eraseEntries = (db: Database, userIds: SQL) =>
  db
    .delete(entryKeys)
    .where(
      sql`${entryKeys.bookingId} in (select ${bookings.id} from ${bookings} where ${bookings.userId} in ${userIds})`,
    );

/** One may have 20,000 entries. */
const maxEvents = 10;

/** A year after the event nobody needs to check the tables any longer. Returns "more" where some entries are left. */
export async function eraseOldEntries(db: Database, now: Date): Promise<"more" | undefined> {
  const old = sql`(select id from ${events} where entries_erased_at is null
    and date <= ${now.getTime() - keptMs.matchEntry} order by date, id limit ${maxEvents})`;
  const { last: marked } = await db.batch([
    db.delete(entryKeys).where(ofEvents(old)),
    // Only what no decision on who came has removed, as of canceled events.
    forgetCompanyOfEvents(db, old),
    markEntriesErased(db, old, now),
  ]);
  return marked.length === maxEvents ? "more" : undefined;
}
