import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { attendanceReports, bookings, lateNotes } from "#app/db/schema.ts";

/** Statements for the batch that moves an event to another day: they delete what was said about the evening that no longer takes place. */
export function forgetReports(db: Database, eventId: string, condition: SQL): Statement[] {
  const ofEvent = sql`(select ${bookings.id} from ${bookings} where ${bookings.eventId} = ${eventId} and ${condition})`;
  return [
    db.delete(lateNotes).where(sql`${lateNotes.bookingId} in ${ofEvent}`),
    db
      .delete(attendanceReports)
      .where(
        sql`${attendanceReports.bookingId} in ${ofEvent} and ${attendanceReports.source} in ('diner', 'host', 'mate')`,
      ),
  ];
}
