import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events, feedback, quizQuestions, tableTerms, userAnswers } from "#app/db/schema.ts";

const came = (booking: SQL) => sql`${booking}.canceled = 0 and ${booking}.table_id is not null
  and coalesce(${booking}.attendance, '') <> 'no-show'`;

/** Somebody else who was at their last dinner, and gave the same answer. */
const hasGivenIt = sql`${came(sql`mate`)} and mate.user_id <> last.user_id and exists (select 1 from ${userAnswers} theirs,
  json_each(theirs.answer_ids) other where theirs.user_id = mate.user_id and theirs.question_id = mine.question_id
    and other.value = chosen.value)`;

const wasFirstDinner = sql`${came(sql`mate`)} and mate.user_id <> last.user_id and not exists (
  select 1 from bookings earlier join events before on before.id = earlier.event_id
  where earlier.user_id = mate.user_id and ${came(sql`earlier`)} and before.date < last.last_date)`;

/** Nobody at their table was so, and somebody at another one was. */
const wasAlone = (
  isSo: SQL,
) => sql`(not exists (select 1 from bookings mate where mate.table_id = last.table_id and ${isSo})
  and exists (select 1 from bookings mate where mate.event_id = last.event_id and ${isSo}))`;

/** With a marked answer of theirs, or as the only one who had not been to a dinner before. */
const satAlone = sql`exists (select 1 from ${tableTerms} where ${tableTerms.company} > 0
  and ((last.dinner_count = 1 and ${wasAlone(wasFirstDinner)})
    or exists (select 1 from ${userAnswers} mine join ${quizQuestions} on ${quizQuestions.id} = mine.question_id,
        json_each(mine.answer_ids) chosen
      where mine.user_id = last.user_id and (${quizQuestions.company} = '"all"'
          or chosen.value in (select marked.value from json_each(${quizQuestions.company}) marked))
        and ${wasAlone(hasGivenIt)})))`;

/**
 * Of those who have been at a dinner before this one; `json` is 1 where the last one was bad: they rated it 1 or 2, or sat
 * alone although somebody at another table could have been company.
 */
export const selectLastDinners = (db: Database, userIds: SQL, eventId: string | SQL) =>
  db
    .select({
      kind: sql<string>`'last dinner'`.as("kind"),
      userId: sql<string>`last.user_id`.as("user_id"),
      json: sql<string>`cast(exists (select 1 from ${feedback} where ${feedback.bookingId} = last.id
        and ${feedback.rating} <= 2) or ${satAlone} as text)`.as("json"),
    })
    .from(
      sql`(select ${bookings.id} as id, ${bookings.userId} as user_id, ${bookings.tableId} as table_id,
          ${bookings.eventId} as event_id, max(${events.date}) as last_date, count(*) as dinner_count
        from ${bookings} join ${events} on ${events.id} = ${bookings.eventId}
        where ${bookings.userId} in ${userIds} and ${came(sql`${bookings}`)}
          and ${events.date} < (select date from events this where this.id = ${eventId})
        group by ${bookings.userId}) last`,
    );
