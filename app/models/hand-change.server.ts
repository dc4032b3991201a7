import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.server.ts";
import { events, handChanges } from "../db/schema.ts";

interface HandChange {
  eventId: string;
  /** Names nobody: the dinner's diners may read it. */
  what: string;
  now: Date;
}

/** For the batch that makes the change: written where that is, and only once tables were made. */
export function writeHandChange(db: Database, { eventId, what, now }: HandChange, condition: SQL) {
  return db.insert(handChanges).select(
    sql`select ${crypto.randomUUID()}, ${eventId}, ${now.getTime()}, ${what}
      where ${condition} and exists (select 1 from ${events} where ${events.id} = ${eventId} and ${events.matchedAt} is not null)`,
  );
}

export async function listHandChanges(db: Database, eventId: string) {
  return db
    .select({ at: handChanges.at, what: handChanges.what })
    .from(handChanges)
    .where(eq(handChanges.eventId, eventId))
    .orderBy(asc(handChanges.at));
}
