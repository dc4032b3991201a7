import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { events, operatorChanges } from "#app/db/schema.ts";

interface OperatorChange {
  /** Names nobody, since the diners of the event may read it. */
  what: string;
  now: Date;
}

/** A statement for the batch of the change; it writes nothing before the tables are made. */
export const recordOperatorChange = (
  db: Database,
  { eventId, ...change }: OperatorChange & { eventId: string },
  condition: SQL,
) => recordOperatorChanges(db, change, sql`${events.id} = ${eventId} and ${condition}`);

/** The same for every event where the condition holds. */
export const recordOperatorChanges = (db: Database, { what, now }: OperatorChange, condition: SQL) =>
  insertWhere(
    db,
    operatorChanges,
    { id: sql`lower(hex(randomblob(16)))`, eventId: events.id, at: now, what },
    sql`${events.matchedAt} is not null and ${condition}`,
    events,
  );

export async function listOperatorChanges(db: Database, eventId: string) {
  return db
    .select({ at: operatorChanges.at, what: operatorChanges.what })
    .from(operatorChanges)
    .where(eq(operatorChanges.eventId, eventId))
    .orderBy(asc(operatorChanges.at));
}
