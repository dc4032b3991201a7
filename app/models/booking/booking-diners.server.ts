import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { isHere, isSeenHere } from "#app/db/conditions.ts";
import { isPhotoShown, nameThen } from "#app/db/dinner-facts.ts";
import type { ValueOrPlaceholder } from "#app/db/prepare-queries.ts";
import { attendanceReports, bookings, events, lateNotes, profiles } from "#app/db/schema.ts";
import { eveningWindows } from "#app/lib/event/event-times.ts";

const diner = { userId: profiles.id, firstName: profiles.firstName, avatarUrl: profiles.avatarUrl };
const dinerThen = { userId: profiles.id, firstName: nameThen.as("name_then") };

/** An order that is the same for all diners of a table. */
const dinerOrder = [asc(nameThen), asc(profiles.id)];

/** Who sits at a table. */
export const selectDiners = (db: Database, tableId: SQL) =>
  db
    .select({ ...dinerThen, avatarUrl: profiles.avatarUrl })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(and(eq(bookings.tableId, tableId), eq(bookings.canceled, false)))
    .orderBy(...dinerOrder);

/** Who sits at a table, who canceled in the last hours before the event, and what they say on the evening. */
export const selectDinersOfEvening = (
  db: Database,
  tableId: SQL,
  { bookingId, now }: { bookingId: ValueOrPlaceholder<string>; now: ValueOrPlaceholder<number> },
) =>
  db
    .select({
      ...dinerThen,
      avatarUrl: sql<
        string | null
      >`iif(${bookings.id} = ${bookingId} or ${isPhotoShown(now)}, ${profiles.avatarUrl}, null)`.as(
        "photo_then",
      ),
      bookingId: sql<string>`${bookings.id}`.as("diner_booking_id"),
      hasCanceled: sql<boolean>`${bookings.canceled}`.mapWith(Boolean).as("has_canceled"),
      isHere: sql<boolean>`${isHere}`.mapWith(Boolean).as("is_here"),
      isSeenHere: sql<boolean>`${isSeenHere}`.mapWith(Boolean).as("is_seen_here"),
      lateMinutes: lateNotes.minutes,
      /** By the diner who looks at the page. */
      isReportedMissing: sql<boolean>`exists (select 1 from ${attendanceReports}
        where ${attendanceReports.bookingId} = ${bookings.id} and ${attendanceReports.source} = 'mate'
          and ${attendanceReports.reportedBy} = ${bookingId})`
        .mapWith(Boolean)
        .as("is_reported_missing"),
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .innerJoin(events, eq(events.id, bookings.eventId))
    .leftJoin(lateNotes, eq(lateNotes.bookingId, bookings.id))
    .where(
      sql`${bookings.tableId} = ${tableId} and (${bookings.canceled} = 0
        or ${bookings.canceledAt} >= ${events.date} - ${eveningWindows.cannotCome.beforeMs})`,
    )
    .orderBy(...dinerOrder);

export const selectProfile = (db: Database, userId: SQL) =>
  db.select(diner).from(profiles).where(eq(profiles.id, userId));
