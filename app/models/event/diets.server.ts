import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { jsonList } from "#app/db/json-list.ts";
import { bookings, quizQuestions, userAnswers } from "#app/db/schema.ts";

/** How many diners of the event need a diet that is not among these positions. The last choice means none. */
export async function countUnservedDiners(db: Database, eventId: string, diets: number[]): Promise<number> {
  const [found] = await db.all<{ count: number }>(
    sql`select count(distinct b.user_id) as count from ${bookings} b
      join ${userAnswers} a on a.user_id = b.user_id
      join ${quizQuestions} q on q.id = a.question_id and q.role = 'diet', json_each(a.answer_ids) needed
      where b.event_id = ${eventId} and b.canceled = 0
        and cast(needed.value as integer) < json_array_length(q.choices)
        and cast(needed.value as integer) not in ${jsonList(diets)}`,
  );
  return found?.count ?? 0;
}
