import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { chunk } from "#app/db/json-list.ts";
import { profiles, userAnswers, users } from "#app/db/schema.ts";
import type { Answer } from "#app/lib/quiz.ts";

interface DemoDiner {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  answers: { id: string; questionId: number; answerIds: Answer }[];
}

/** People who never signed up, with the quiz done: for a local club to look lived in. */
export async function addDemoDiners(db: Database, people: DemoDiner[], now: Date): Promise<void> {
  const each = sql`json_each(${JSON.stringify(people)})`;
  const answers = people.flatMap(({ id, answers }) => answers.map((answer) => ({ ...answer, userId: id })));
  const at = now.getTime();
  await db.batch([
    db.insert(users).select(
      sql`select value ->> 'id', value ->> 'email', value ->> 'firstName', value ->> 'lastName', value ->> 'firstName',
        null, ${at}, ${at} from ${each}`,
    ),
    db.insert(profiles).select(sql`select value ->> 'id', value ->> 'firstName', null, 1, 1 from ${each}`),
    ...chunk(answers, 5_000).map((piece) =>
      db.insert(userAnswers).select(
        sql`select value ->> 'id', value ->> 'userId', value ->> 'questionId', value -> 'answerIds'
          from json_each(${JSON.stringify(piece)})`,
      ),
    ),
  ]);
}
