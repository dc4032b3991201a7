import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events, feedback, quizQuestions, tableTerms, userAnswers } from "#app/db/schema.ts";

/** Nobody else at the table of their last dinner gave a marked answer of theirs. */
const satAlone = sql`exists (select 1 from ${tableTerms}, ${userAnswers} mine
  join ${quizQuestions} on ${quizQuestions.id} = mine.question_id, json_each(mine.answer_ids) chosen
  where ${tableTerms.company} > 0 and mine.user_id = last.user_id and (${quizQuestions.company} = '"all"'
      or chosen.value in (select marked.value from json_each(${quizQuestions.company}) marked))
    and not exists (select 1 from bookings mate join ${userAnswers} theirs
        on theirs.user_id = mate.user_id and theirs.question_id = mine.question_id,
      json_each(theirs.answer_ids) other
      where mate.table_id = last.table_id and mate.user_id <> last.user_id and mate.canceled = 0
        and other.value = chosen.value))`;

/**
 * Of those who have been at a dinner before this one; `json` is 1 where the last one was bad: they rated it 1 or 2, or sat
 * alone with a marked answer.
 */
export const selectLastDinners = (db: Database, userIds: SQL, eventId: string) =>
  db
    .select({
      userId: sql<string>`last.user_id`.as("user_id"),
      json: sql<string>`cast(exists (select 1 from ${feedback} where ${feedback.bookingId} = last.id
        and ${feedback.rating} <= 2) or ${satAlone} as text)`.as("json"),
    })
    .from(
      sql`(select ${bookings.id} as id, ${bookings.userId} as user_id, ${bookings.tableId} as table_id,
          max(${events.date}) as last_date
        from ${bookings} join ${events} on ${events.id} = ${bookings.eventId}
        where ${bookings.userId} in ${userIds} and ${bookings.canceled} = 0 and ${bookings.tableId} is not null
          and coalesce(${bookings.attendance}, '') <> 'no-show'
          and ${events.date} < (select date from events this where this.id = ${eventId})
        group by ${bookings.userId}) last`,
    );
