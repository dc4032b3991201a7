import { and, asc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { events, handChanges } from "#app/db/schema.ts";

interface HandChange {
  /** Names nobody: the dinner's diners may read it. */
  what: string;
  now: Date;
}

/** For the batch that makes the change: written where that is, and only once tables were made. */
export const writeHandChange = (
  db: Database,
  { eventId, ...change }: HandChange & { eventId: string },
  condition: SQL,
) => writeHandChanges(db, change, sql`${events.id} = ${eventId} and ${condition}`);

/** The same of every dinner it touches. */
export function writeHandChanges(db: Database, { what, now }: HandChange, touched: SQL) {
  return db.insert(handChanges).select(
    sql`select lower(hex(randomblob(16))), ${events.id}, ${now.getTime()}, ${what} from ${events}
      where ${and(isNotNull(events.matchedAt), touched)}`,
  );
}

export async function listHandChanges(db: Database, eventId: string) {
  return db
    .select({ at: handChanges.at, what: handChanges.what })
    .from(handChanges)
    .where(eq(handChanges.eventId, eventId))
    .orderBy(asc(handChanges.at));
}
