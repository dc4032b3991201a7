import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { jsonRows } from "#app/db/json-list.ts";
import { quizQuestions } from "#app/db/schema.ts";
import type { Weights } from "#app/matching/learning/weights.ts";

/** A statement for the batch that puts learned weights in force. */
export function setLearnedWeights(db: Database, weights: Weights, condition: SQL): Statement {
  const rows = Object.entries(weights).map(([id, weight]) => ({ id: Number(id), weight }));
  return db
    .update(quizQuestions)
    .set({ learnedWeight: sql`learned.value ->> 'weight'` })
    .from(sql`${jsonRows(rows)} learned`)
    .where(sql`${quizQuestions.id} = learned.value ->> 'id' and ${condition}`);
}

/** A statement for the batch that puts the operator's weights in force again. */
export const clearLearnedWeights = (db: Database): Statement =>
  db.update(quizQuestions).set({ learnedWeight: null });
