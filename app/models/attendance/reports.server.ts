import { eq, type SQL, sql } from "drizzle-orm";
import { runBatch, type Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { hostLinkWorks, isGuestOfHost } from "#app/db/conditions.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { jsonList } from "#app/db/json-list.ts";
import { attendanceReports, bookings, events, hostLinks } from "#app/db/schema.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";

/** The host of this link can say who came: until that is decided. */
const mayReport = (linkId: string, now: Date): SQL =>
  sql`(${isGuestOfHost(linkId)} and ${hostLinkWorks(linkId, now)} and exists (select 1 from ${events}
    where ${events.id} = ${bookings.eventId} and ${events.attendanceDecidedAt} is null))`;

async function runAndCheck(
  db: Database,
  { linkId, now }: { linkId: string; now: Date },
  statements: Statement[],
  condition: SQL = sql`true`,
): Promise<boolean> {
  const found = await runBatch(
    db,
    statements,
    db
      .select({ id: hostLinks.id })
      .from(hostLinks)
      .innerJoin(events, eq(events.id, hostLinks.eventId))
      .where(
        sql`${hostLinks.id} = ${linkId} and ${hostLinkWorks(linkId, now)} and ${events.attendanceDecidedAt} is null
          and ${condition}`,
      ),
  );
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

const reportKey = [attendanceReports.bookingId, attendanceReports.source, attendanceReports.reportedBy];

interface Ticks {
  linkId: string;
  ticked: string[];
  unticked: string[];
  now: Date;
}

/** Saves what a host has changed, so that two phones don't undo each other's ticks. False where it is too late. */
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

/** From a quarter of an hour after the start. Who was ticked meanwhile came. False where it is too late. */
export function reportMissing(db: Database, { linkId, bookingIds, now }: Missing): Promise<boolean> {
  const latest = now.getTime() - eventTimes.missingAfterMs;
  const hasBegun = sql`exists (select 1 from ${events} where ${events.id} = ${bookings.eventId} and ${events.date} <= ${latest})`;
  const condition = sql`${mayReport(linkId, now)} and ${hasBegun}`;
  const statements = [report(db, bookingIds, { came: false, now }, condition).onConflictDoNothing()];
  return runAndCheck(db, { linkId, now }, statements, sql`${events.date} <= ${latest}`);
}
