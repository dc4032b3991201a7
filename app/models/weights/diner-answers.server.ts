import { inArray, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { jsonList } from "#app/db/json-list.ts";
import { userAnswers } from "#app/db/schema.ts";
import type { Diner } from "#app/matching/match-input.ts";

export async function loadAnswers(db: Database, userIds: string[]): Promise<Map<string, Diner["answers"]>> {
  const rows = await db
    .select({
      userId: userAnswers.userId,
      json: sql<string>`json_group_object(question_id, json(answer_ids))`.as("json"),
    })
    .from(userAnswers)
    .where(inArray(userAnswers.userId, jsonList(userIds)))
    .groupBy(userAnswers.userId);
  return new Map(rows.map(({ userId, json }) => [userId, JSON.parse(json)]));
}
