import { sql } from "drizzle-orm";
import { attendanceByReports } from "#app/db/attendance-rule.ts";
import { runBatch } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { bookings } from "#app/db/schema.ts";
import { setAttendance } from "#app/models/booking/event-transitions.server.ts";
import { isEventToDecide, markDecided } from "#app/models/event/decided-events.server.ts";
import { announceAbsences } from "./absences.server.ts";

/** Decides who came, and tells who did not: once for each event. False where that was done before, or is not due. */
export async function decideAttendance(db: Database, eventId: string, now: Date): Promise<boolean> {
  const isDue = sql`${bookings.eventId} = ${eventId} and ${isEventToDecide(eventId, now)}`;
  const decided = await runBatch(
    db,
    [...announceAbsences(db, isDue, now), setAttendance(db, attendanceByReports, isDue)],
    markDecided(db, eventId, now),
  );
  return decided.length === 1;
}
