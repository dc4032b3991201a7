import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { events } from "#app/db/schema.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";

/** A day after the event it is decided who came; after this long, missing diners are no longer told. */
const isToDecide = (now: Date) =>
  sql`${events.attendanceDecidedAt} is null and ${events.matchedAt} is not null and ${events.canceledAt} is null
    and ${events.date} <= ${now.getTime() - eventTimes.settlesAfterMs}
    and ${events.date} > ${now.getTime() - eventTimes.attendanceDecidedWithinMs}`;

export async function findEventsToDecide(db: Database, now: Date): Promise<string[]> {
  const found = await db.select({ id: events.id }).from(events).where(isToDecide(now)).orderBy(events.date);
  return found.map(({ id }) => id);
}

export const isEventToDecide = (eventId: string, now: Date): SQL =>
  sql`exists (select 1 from ${events} where ${events.id} = ${eventId} and ${isToDecide(now)})`;

/** A statement for the batch that decides who came, as its last one. */
export const markDecided = (db: Database, eventId: string, now: Date) =>
  db
    .update(events)
    .set({ attendanceDecidedAt: now })
    .where(sql`${events.id} = ${eventId} and ${isToDecide(now)}`)
    .returning({ id: events.id });
