import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { attendanceByReports, hostLinkWorks, isGuestOfHost, phoneTonight } from "#app/db/conditions.ts";
import { profiles, users } from "#app/db/schema/account.ts";
import { attendanceReports, headCounts, lateNotes } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { hostLinks } from "#app/db/schema/host.ts";
import { venues } from "#app/db/schema/venue.ts";
import { tables } from "#app/db/schema.ts";
import { insertWhere, jsonList } from "#app/db/statements.ts";
import { withNames } from "#app/lib/account/tell-apart.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { hadSeat } from "#app/models/booking/booking-conditions.ts";

/** The host of this link can report who came until that is decided. */
const mayReport = (linkId: string, now: Date): SQL =>
  sql`(${isGuestOfHost(linkId)} and ${hostLinkWorks(linkId, now)} and exists (select 1 from ${events}
    where ${events.id} = ${bookings.eventId} and ${events.attendanceDecidedAt} is null))`;

async function runAndCheck(
  db: Database,
  { linkId, now }: { linkId: string; now: Date },
  statements: Statement[],
  condition: SQL = sql`true`,
): Promise<boolean> {
  const { last: found } = await db.batch([
    ...statements,
    db
      .select({ id: hostLinks.id })
      .from(hostLinks)
      .innerJoin(events, eq(events.id, hostLinks.eventId))
      .where(
        sql`${hostLinks.id} = ${linkId} and ${hostLinkWorks(linkId, now)} and ${events.attendanceDecidedAt} is null
          and ${condition}`,
      ),
  ]);
  return found.length === 1;
}

const report = (db: Database, ids: string[], { came, now }: { came: boolean; now: Date }, condition: SQL) =>
  insertWhere(
    db,
    attendanceReports,
    { bookingId: bookings.id, source: "host", reportedBy: bookings.id, came, at: now },
    sql`${bookings.id} in ${jsonList(ids)} and ${condition}`,
    bookings,
  );

/** How often a diner was noted as a no-show, and how often table-mates said that they were missing. */
export async function countReportsOf(db: Database, userId: string) {
  const [found] = await db
    .select({
      noShows: sql<number>`sum(${bookings.attendance} is 'no-show')`.as("no_shows"),
      missing:
        sql<number>`sum(exists (select 1 from ${attendanceReports} where ${attendanceReports.bookingId} = ${bookings.id}
        and ${attendanceReports.source} = 'mate' and ${attendanceReports.came} = 0))`.as("missing"),
    })
    .from(bookings)
    .where(eq(bookings.userId, userId));
  return { noShows: found?.noShows ?? 0, missing: found?.missing ?? 0 };
}

const reportKey = [attendanceReports.bookingId, attendanceReports.source, attendanceReports.reportedBy];

interface Ticks {
  linkId: string;
  ticked: string[];
  unticked: string[];
  now: Date;
}

/** Saves only what a host has changed, so that two phones don't undo each other's ticks. Returns false if it is too late. */
export function saveTicks(db: Database, { linkId, ticked, unticked, now }: Ticks): Promise<boolean> {
  const condition = mayReport(linkId, now);
  return runAndCheck(db, { linkId, now }, [
    report(db, ticked, { came: true, now }, condition).onConflictDoUpdate({
      target: reportKey,
      set: { came: true, at: now },
      setWhere: sql`${attendanceReports.came} = 0`,
    }),
    db.delete(attendanceReports).where(
      sql`${attendanceReports.source} = 'host' and ${attendanceReports.came} = 1
        and ${attendanceReports.bookingId} in (select ${bookings.id} from ${bookings}
          where ${bookings.id} in ${jsonList(unticked)} and ${condition})`,
    ),
  ]);
}

interface Missing {
  linkId: string;
  bookingIds: string[];
  now: Date;
}

/** From a quarter of an hour after the start. Diners ticked meanwhile count as there. Returns false if it is too late. */
export function reportMissing(db: Database, { linkId, bookingIds, now }: Missing): Promise<boolean> {
  const latest = now.getTime() - eventTimes.missingAfterMs;
  const hasBegun = sql`exists (select 1 from ${events} where ${events.id} = ${bookings.eventId} and ${events.date} <= ${latest})`;
  const condition = sql`${mayReport(linkId, now)} and ${hasBegun}`;
  const statements = [report(db, bookingIds, { came: false, now }, condition).onConflictDoNothing()];
  return runAndCheck(db, { linkId, now }, statements, sql`${events.date} <= ${latest}`);
}

const cameBy = (source: "diner" | "host" | "operator") =>
  sql<number | null>`(select max(r.came) from ${attendanceReports} r
    where r.booking_id = ${bookings.id} and r.source = ${source})`.as(`${source}_came`);

/** What each side reports about a booking, and how many table-mates miss its diner. */
export const reportColumns = {
  dinerCame: cameBy("diner"),
  hostCame: cameBy("host"),
  operatorCame: cameBy("operator"),
  missedBy: sql<number>`(select count(*) from ${attendanceReports} r
    where r.booking_id = ${bookings.id} and r.source = 'mate' and r.came = 0)`.as("missed_by"),
};

/** No job is ever down for longer. By then it is decided who came. */
const reportedWithinMs = 2 * dayMs;

/** Diners whom two or more table-mates miss, without any other report. It has no effect on them, and an operator may know more. */
export const countMissedByMatesAlone = (now: Date) =>
  sql<number>`(select count(*) from (select r.booking_id from ${attendanceReports} r indexed by attendance_reports_of_mates
      join bookings missed on missed.id = r.booking_id and missed.canceled = 0
      join events evening on evening.id = missed.event_id and evening.attendance_decided_at is null
    where r.source = 'mate' and r.came = 0 and r.at > ${now.getTime() - reportedWithinMs}
      and not exists (select 1 from ${attendanceReports} other where other.booking_id = r.booking_id and other.source <> 'mate')
    group by r.booking_id having count(*) > 1))`;

/** The reports on everybody with a seat at an event, and what follows from them. */
export const listReports = async (db: Database, eventId: string) =>
  withNames(await selectReports(db, eventId));

const selectReports = (db: Database, eventId: string) =>
  db
    .select({
      bookingId: sql<string>`${bookings.id}`.as("booking_id"),
      firstName: profiles.firstName,
      lastName: users.lastName,
      table: tables.number,
      venueName: venues.name,
      lateMinutes: lateNotes.minutes,
      phone: phoneTonight.as("phone"),
      ...reportColumns,
      byReports: attendanceByReports.as("by_reports"),
      attendance: bookings.attendance,
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .innerJoin(users, eq(users.id, bookings.userId))
    .leftJoin(tables, eq(tables.id, bookings.tableId))
    .leftJoin(venues, eq(venues.id, tables.venueId))
    .leftJoin(lateNotes, eq(lateNotes.bookingId, bookings.id))
    .where(sql`${bookings.eventId} = ${eventId} and ${hadSeat}`)
    .orderBy(asc(tables.number), asc(profiles.firstName), asc(bookings.id));

/** For the batch that moves an event to another day: the reports are about an evening that no longer takes place. */
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

/** Replaces what was counted before. */
export const saveHeadCount = (
  db: Database,
  { now, ...count }: { tableId: string; here: number; operator: string; now: Date },
) =>
  db
    .insert(headCounts)
    .values({ ...count, at: now })
    .onConflictDoUpdate({
      target: headCounts.tableId,
      set: { here: count.here, operator: count.operator, at: now },
    });

export const removeHeadCount = (db: Database, tableId: string) =>
  db.delete(headCounts).where(eq(headCounts.tableId, tableId));

/** What was counted at the tables of an event, and how many have a seat there. */
export const listHeadCounts = async (db: Database, eventId: string) =>
  db
    .select({
      table: tables.number,
      here: headCounts.here,
      expected: sql<number>`(select count(*) from ${bookings} where ${bookings.tableId} = ${tables.id}
          and ${bookings.canceled} = 0)`.as("expected"),
    })
    .from(tables)
    .innerJoin(headCounts, eq(headCounts.tableId, tables.id))
    .where(eq(tables.eventId, eventId))
    .orderBy(asc(tables.number));
