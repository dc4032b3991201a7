import { lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { accountActions, users } from "#app/db/schema.ts";
import { type LimitedAction, maxPerDay } from "#app/lib/account/limited-actions.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { dayMs } from "#app/lib/time-units.ts";

/** Counts it. Returns false where the account did it too often in the last 24 hours, or where there is no such account. */
export async function allowAction(
  db: Database,
  { userId, action, now }: { userId: string | SQL; action: LimitedAction; now: Date },
): Promise<boolean> {
  const { meta } = await insertWhere(
    db,
    accountActions,
    { userId, action, at: now },
    sql`exists (select 1 from ${users} where ${users.id} = ${userId})
      and (select count(*) from ${accountActions} where user_id = ${userId} and action = ${action}
        and at > ${now.getTime() - dayMs}) < ${maxPerDay(action)}`,
  );
  return meta.changes > 0;
}

export async function deleteOldActions(db: Database, now: Date): Promise<void> {
  await db
    .delete(accountActions)
    .where(lte(accountActions.at, new Date(now.getTime() - keptMs.accountAction)));
}
