import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { attendanceByReports, eventExists } from "#app/db/conditions.ts";
import { bookings, events } from "#app/db/schema.ts";
import { findEventIds } from "#app/db/statements.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { announceAbsences } from "#app/models/attendance/absences.server.ts";
import { setAttendance } from "#app/models/booking/event-transitions.server.ts";
import { forgetCompanyOfEvents } from "#app/models/booking/tables.server.ts";

/** A day after the event it is decided who came; after this long, missing diners are no longer told. */
const isToDecide = (now: Date) =>
  sql`${events.attendanceDecidedAt} is null and ${events.matchedAt} is not null and ${events.canceledAt} is null
    and ${events.date} <= ${now.getTime() - eventTimes.settlesAfterMs}
    and ${events.date} > ${now.getTime() - eventTimes.attendanceDecidedWithinMs}`;

export const findEventsToDecide = (db: Database, now: Date): Promise<string[]> =>
  findEventIds(
    db,
    // Of two indexes that know these days, the other one has all dinners of them.
    sql`${events.id} in (select id from ${events} indexed by events_to_decide where ${isToDecide(now)})`,
  );

/** Decides who came, tells who did not, and forgets who was told of company: once for each event. False where that was done before, or is not due. */
export async function decideAttendance(db: Database, eventId: string, now: Date): Promise<boolean> {
  const isDue = sql`${events.id} = ${eventId} and ${isToDecide(now)}`;
  const isOfEvent = sql`${bookings.eventId} = ${eventId} and ${eventExists(isDue)}`;
  const { last: decided } = await db.batch([
    ...announceAbsences(db, isOfEvent, now),
    setAttendance(db, attendanceByReports, isOfEvent),
    forgetCompanyOfEvents(db, sql`(select ${events.id} from ${events} where ${isDue})`),
    db.update(events).set({ attendanceDecidedAt: now }).where(isDue).returning({ id: events.id }),
  ]);
  return decided.length === 1;
}
