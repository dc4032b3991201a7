import { sql } from "drizzle-orm";
import type { Database } from "../db/client.server.ts";
import { avoidances } from "../db/schema.ts";

/** Whether it is new, whichever of the two it was said of first. */
export async function keepApart(
  db: Database,
  [userId, otherId]: readonly [string, string],
  now: Date,
): Promise<boolean> {
  const added = await db
    .insert(avoidances)
    .select(
      sql`select ${userId}, ${otherId}, ${now.getTime()} where not exists (select 1 from ${avoidances}
        where (user_id = ${userId} and other_id = ${otherId}) or (user_id = ${otherId} and other_id = ${userId}))`,
    )
    .returning({ userId: avoidances.userId });
  return added.length === 1;
}
