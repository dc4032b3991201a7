import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, quizQuestions, userAnswers } from "#app/db/schema.ts";

export interface Need {
  role: "diet" | "access" | "budget";
  /** Of the choice, from 1. */
  position: number;
  choice: string;
  count: number;
}

/**
 * How many diners of an event chose what a venue has to meet: a diet, step-free access, or how much dinner may cost. The
 * last choice about diets and access means no need.
 */
export const countNeeds = async (db: Database, eventId: string): Promise<Need[]> =>
  db.all<Need>(
    sql`select q.role as role, cast(chosen.value as integer) as position,
        q.choices ->> (cast(chosen.value as integer) - 1) as choice, count(distinct b.user_id) as count
      from ${bookings} b
      join ${userAnswers} a on a.user_id = b.user_id
      join ${quizQuestions} q on q.id = a.question_id, json_each(a.answer_ids) chosen
      where b.event_id = ${eventId} and b.canceled = 0 and q.role in ('diet', 'access', 'budget')
        and (q.role = 'budget' or cast(chosen.value as integer) < json_array_length(q.choices))
      group by 1, 2 order by 1, 2`,
  );
