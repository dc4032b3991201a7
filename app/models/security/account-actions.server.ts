import { lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { accountActions, users } from "#app/db/schema.ts";
import { type LimitedAction, maxPerDay } from "#app/lib/account/security-kinds.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { dayMs } from "#app/lib/time-units.ts";

interface CountedAction {
  userId: string | SQL;
  action: LimitedAction;
  now: Date;
}

/** Counts it. Returns false where the account did it too often in the last 24 hours, or where there is no such account. */
export async function allowAction(db: Database, counted: CountedAction): Promise<boolean> {
  const { meta } = await countAction(db, counted);
  return meta.changes > 0;
}

export const isAllowed = ({ userId, action, now }: CountedAction) =>
  sql`(select count(*) from ${accountActions} where user_id = ${userId} and action = ${action}
    and at > ${now.getTime() - dayMs}) < ${maxPerDay(action)}`;

/** A statement that counts what is allowed. */
export const countAction = (db: Database, counted: CountedAction, condition = sql`true`) =>
  insertWhere(
    db,
    accountActions,
    { userId: counted.userId, action: counted.action, at: counted.now },
    sql`exists (select 1 from ${users} where ${users.id} = ${counted.userId}) and ${isAllowed(counted)} and ${condition}`,
  );

export async function deleteOldActions(db: Database, now: Date): Promise<void> {
  await db
    .delete(accountActions)
    .where(lte(accountActions.at, new Date(now.getTime() - keptMs.accountAction)));
}
