import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { hostLinkWorks, isGuestOfHost } from "#app/db/host-conditions.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { jsonList } from "#app/db/json-list.ts";
import { attendanceReports, bookings, events } from "#app/db/schema.ts";
import { eventTimes } from "#app/lib/event-times.ts";

/** The host of this link can say who came: until that is decided. */
const mayReport = (linkId: string, now: Date): SQL =>
  sql`(${isGuestOfHost(linkId)} and ${hostLinkWorks(linkId, now)} and exists (select 1 from ${events}
    where ${events.id} = ${bookings.eventId} and ${events.attendanceDecidedAt} is null))`;

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

/** Saves what a host has changed, so that two phones don't undo each other's ticks. */
export async function saveTicks(db: Database, { linkId, ticked, unticked, now }: Ticks): Promise<void> {
  const condition = mayReport(linkId, now);
  await db.batch([
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

/** From a quarter of an hour after the start. Who was ticked meanwhile came. */
export async function reportMissing(db: Database, { linkId, bookingIds, now }: Missing): Promise<void> {
  const hasBegun = sql`exists (select 1 from ${events} where ${events.id} = ${bookings.eventId}
    and ${events.date} <= ${now.getTime() - eventTimes.missingAfterMs})`;
  await report(
    db,
    bookingIds,
    { came: false, now },
    sql`${mayReport(linkId, now)} and ${hasBegun}`,
  ).onConflictDoNothing();
}
