import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { attendanceByReports } from "#app/db/conditions.ts";
import { attendanceReports, bookings, lateNotes, profiles, tables, venues } from "#app/db/schema.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { hadSeat } from "#app/models/booking/booking-conditions.ts";

const cameBy = (source: "diner" | "host" | "operator") =>
  sql<number | null>`(select max(r.came) from ${attendanceReports} r
    where r.booking_id = ${bookings.id} and r.source = ${source})`.as(`${source}_came`);

/** What each says of a booking, and how many table-mates miss its diner. */
export const reportColumns = {
  dinerCame: cameBy("diner"),
  hostCame: cameBy("host"),
  operatorCame: cameBy("operator"),
  missedBy: sql<number>`(select count(*) from ${attendanceReports} r
    where r.booking_id = ${bookings.id} and r.source = 'mate' and r.came = 0)`.as("missed_by"),
};

/** No job may be away for longer; by then it is decided who came. */
const reportedWithinMs = 2 * dayMs;

/** Diners whom two or more table-mates miss, and of whom nobody else says anything: nothing follows from it, and an operator may know more. */
export const countMissedByMatesAlone = (now: Date) =>
  sql<number>`(select count(*) from (select r.booking_id from ${attendanceReports} r indexed by attendance_reports_of_mates
      join bookings missed on missed.id = r.booking_id and missed.canceled = 0
      join events evening on evening.id = missed.event_id and evening.attendance_decided_at is null
    where r.source = 'mate' and r.came = 0 and r.at > ${now.getTime() - reportedWithinMs}
      and not exists (select 1 from ${attendanceReports} other where other.booking_id = r.booking_id and other.source <> 'mate')
    group by r.booking_id having count(*) > 1))`;

/** What was reported of everybody with a seat at an event, and what follows from it. */
export const listReports = async (db: Database, eventId: string) =>
  db
    .select({
      bookingId: sql<string>`${bookings.id}`.as("booking_id"),
      firstName: profiles.firstName,
      table: tables.number,
      venueName: venues.name,
      lateMinutes: lateNotes.minutes,
      ...reportColumns,
      byReports: attendanceByReports.as("by_reports"),
      attendance: bookings.attendance,
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .leftJoin(tables, eq(tables.id, bookings.tableId))
    .leftJoin(venues, eq(venues.id, tables.venueId))
    .leftJoin(lateNotes, eq(lateNotes.bookingId, bookings.id))
    .where(sql`${bookings.eventId} = ${eventId} and ${hadSeat}`)
    .orderBy(asc(tables.number), asc(profiles.firstName), asc(bookings.id));
