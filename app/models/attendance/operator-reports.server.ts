import { sql } from "drizzle-orm";
import { runStatements } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { attendanceByReports } from "#app/db/conditions.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { jsonList, jsonPortions } from "#app/db/json-list.ts";
import { attendanceReports, bookings, events } from "#app/db/schema.ts";
import { hadSeat } from "#app/models/booking/booking-conditions.ts";
import { setAttendance } from "#app/models/booking/event-transitions.server.ts";
import { announceAbsences, resolveAbsences } from "./absences.server.ts";

interface OperatorReport {
  eventId: string;
  /** Bookings with a seat at the event. */
  came: string[];
  missed: string[];
  now: Date;
}

/**
 * What an operator says of diners; the latest word counts. Once it is decided who came, it applies at once, and the diners
 * whom it concerns hear of it.
 */
export async function reportByOperator(
  db: Database,
  { eventId, came, missed, now }: OperatorReport,
): Promise<void> {
  const isDecided = sql`exists (select 1 from ${events} where ${events.id} = ${eventId}
    and ${events.attendanceDecidedAt} is not null)`;
  const report = (ids: string[], hasCome: boolean) =>
    jsonPortions(ids).flatMap((some) => {
      const named = sql`${bookings.eventId} = ${eventId} and ${bookings.id} in ${jsonList(some)}`;
      const decided = sql`${named} and ${isDecided}`;
      return [
        insertWhere(
          db,
          attendanceReports,
          { bookingId: bookings.id, source: "operator", reportedBy: bookings.id, came: hasCome, at: now },
          sql`${hadSeat} and ${named}`,
          bookings,
        ).onConflictDoUpdate({
          target: [attendanceReports.bookingId, attendanceReports.source, attendanceReports.reportedBy],
          set: { came: hasCome, at: now },
        }),
        ...resolveAbsences(db, decided, now),
        ...announceAbsences(db, decided, now),
        setAttendance(db, attendanceByReports, decided),
      ];
    });
  await runStatements(db, [...report(came, true), ...report(missed, false)]);
}
