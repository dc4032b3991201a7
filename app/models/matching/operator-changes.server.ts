import { and, asc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { events, operatorChanges } from "#app/db/schema.ts";

interface OperatorChange {
  /** Names nobody: the dinner's diners may read it. */
  what: string;
  now: Date;
}

/** For the batch that makes the change: written where that is, and only once tables were made. */
export const recordOperatorChange = (
  db: Database,
  { eventId, ...change }: OperatorChange & { eventId: string },
  condition: SQL,
) => recordOperatorChanges(db, change, sql`${events.id} = ${eventId} and ${condition}`);

/** The same of every dinner it touches. */
export function recordOperatorChanges(db: Database, { what, now }: OperatorChange, touched: SQL) {
  return db.insert(operatorChanges).select(
    sql`select lower(hex(randomblob(16))), ${events.id}, ${now.getTime()}, ${what} from ${events}
      where ${and(isNotNull(events.matchedAt), touched)}`,
  );
}

export async function listOperatorChanges(db: Database, eventId: string) {
  return db
    .select({ at: operatorChanges.at, what: operatorChanges.what })
    .from(operatorChanges)
    .where(eq(operatorChanges.eventId, eventId))
    .orderBy(asc(operatorChanges.at));
}
