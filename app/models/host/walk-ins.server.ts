import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { events, tables, walkIns } from "#app/db/schema.ts";
import { insertWhere } from "#app/db/statements.ts";
import { eveningWindows } from "#app/lib/event/event-times.ts";
import { hasFreeSeat } from "#app/models/booking/seat-transitions.server.ts";

interface NewWalkIn {
  id: string;
  tableId: string;
  firstName: string;
  operator: string;
  now: Date;
}

/** It is the evening, and the table is open and has a free seat. */
function canSitAt(tableId: string, now: Date): SQL {
  const { beforeMs, afterMs } = eveningWindows.walkIn;
  const isEvening = sql`exists (select 1 from ${events} where ${events.id} = ${tables.eventId} and ${events.canceledAt} is null
    and ${events.date} <= ${now.getTime() + beforeMs} and ${events.date} > ${now.getTime() - afterMs})`;
  return sql`${tables.id} = ${tableId} and ${isEvening} and ${hasFreeSeat({ tableId, venueId: sql`${tables.venueId}` }, 1)}`;
}

export async function hasSeatForWalkIn(db: Database, tableId: string, now: Date): Promise<boolean> {
  const found = await db.select({ id: tables.id }).from(tables).where(canSitAt(tableId, now));
  return found.length > 0;
}

export async function listTablesForWalkIn(db: Database, eventId: string): Promise<number[]> {
  const [id, venueId] = [sql`of_event.id`, sql`of_event.venue_id`];
  const found = await db.all<{ number: number }>(
    sql`select of_event.number from ${tables} of_event
      where of_event.event_id = ${eventId} and ${hasFreeSeat({ tableId: id, venueId }, 1)}`,
  );
  return found.map(({ number }) => number);
}

/** Returns false where the table has no free seat, is closed, or it is not the evening. */
export async function addWalkIn(
  db: Database,
  { id, tableId, firstName, operator, now }: NewWalkIn,
): Promise<boolean> {
  const { meta } = await insertWhere(
    db,
    walkIns,
    { id, tableId: tables.id, firstName, at: now, operator },
    canSitAt(tableId, now),
    tables,
  );
  return meta.changes > 0;
}

/** Of two with one name, the last one goes. Returns false if nobody of this name sits there. */
export async function removeWalkIn(
  db: Database,
  { tableId, firstName }: Pick<NewWalkIn, "tableId" | "firstName">,
): Promise<boolean> {
  const removed = await db
    .delete(walkIns)
    .where(
      sql`${walkIns.id} = (select id from walk_ins latest where latest.table_id = ${tableId}
        and latest.first_name = ${firstName} order by latest.at desc, latest.id limit 1)`,
    )
    .returning({ id: walkIns.id });
  return removed.length > 0;
}
