import { asc, eq, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean } from "#app/db/columns.ts";
import { attendanceByReports, isBlocked } from "#app/db/conditions.ts";
import { profiles, users } from "#app/db/schema/account.ts";
import { absences, attendanceReports } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { venues } from "#app/db/schema/venue.ts";
import { feedback, outbox, tables } from "#app/db/schema.ts";
import { insertWhere, jsonList, jsonPortions } from "#app/db/statements.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { hadSeat } from "#app/models/booking/booking-conditions.ts";
import { setAttendance } from "#app/models/booking/event-transitions.server.ts";
import { hasTakenEmail, hasWaitingEmail } from "#app/models/outbox/email-conditions.server.ts";
import { queueBookingEmails } from "#app/models/outbox/queue-emails.server.ts";
import { reportColumns } from "./reports.server.ts";

const hasAbsence = sql`exists (select 1 from ${absences} where ${absences.bookingId} = ${bookings.id})`;

/** Statements that come first in the batch that decides who came. Everybody who did not come is told so, once. */
export function announceAbsences(db: Database, condition: SQL, now: Date) {
  const isNew = sql`${hadSeat} and ${condition} and ${attendanceByReports} = 'no-show' and not ${hasAbsence}`;
  return [
    queueBookingEmails(
      db,
      { kind: "marked-absent", data: {} },
      now,
      sql`${isNew} and not ${hasWaitingEmail("marked-absent")}`,
    ),
    insertWhere(db, absences, { bookingId: bookings.id }, isNew, bookings),
  ] as const;
}

/** When the email about the absence was sent; null before that. */
const tellingEmail = sql`(select min(${outbox.sentAt}) from ${outbox}
  where ${outbox.bookingId} = ${absences.bookingId} and ${outbox.kind} = 'marked-absent')`;

export async function hasTold(db: Database): Promise<boolean> {
  const found = await db
    .select({ bookingId: absences.bookingId })
    .from(absences)
    .where(sql`${absences.toldAt} is null and ${tellingEmail} is not null`)
    .limit(1);
  return found.length > 0;
}

/** The time to contest an absence begins when the email is sent, however late that is. */
export async function noteTold(db: Database): Promise<void> {
  await db
    .update(absences)
    .set({ toldAt: tellingEmail })
    .where(sql`${absences.toldAt} is null and ${tellingEmail} is not null`);
}

/** Null until the email is sent. */
export const contestEnd = (toldAt: Date | null): Date | null =>
  toldAt && new Date(toldAt.getTime() + eventTimes.contestForMs);

/** The diner was told of it or soon is, and can still say that they came. */
export const isContestable = (now: Date) =>
  sql`${absences.contestedAt} is null and ${absences.resolvedAt} is null
    and (${absences.toldAt} is null or ${absences.toldAt} > ${now.getTime() - eventTimes.contestForMs})
    and exists (select 1 from ${bookings} where ${bookings.id} = ${absences.bookingId} and ${bookings.attendance} = 'no-show')`;

interface Contest {
  bookingId: string;
  text: string;
  now: Date;
}

/** A diner says that they did come, once. Returns false if they said otherwise before, if it is decided, or if it is too late. */
export async function contestAbsence(db: Database, { bookingId, text, now }: Contest): Promise<boolean> {
  const { last } = await db.batch([
    db
      .update(absences)
      .set({ contest: text, contestedAt: now })
      .where(sql`${absences.bookingId} = ${bookingId} and ${isContestable(now)}`),
    db.select({ contest: absences.contest }).from(absences).where(eq(absences.bookingId, bookingId)),
  ]);
  const [absence] = last;
  return absence?.contest === text;
}

export const readAbsence = (db: Database, bookingId: string, now: Date) =>
  batchedRead([selectAbsence(db, bookingId, now)], ([[absence]]) => absence);

const selectAbsence = (db: Database, bookingId: string, now: Date) =>
  db
    .select({
      bookingId: absences.bookingId,
      userId: bookings.userId,
      linkSalt: users.linkSalt,
      face: sql<number | null>`(select face from ${profiles} where ${profiles.id} = ${bookings.userId})`.as(
        "own_face",
      ),
      /** The diner can be asked for feedback: they have given none, and are not blocked. */
      mayBeAsked: sqlBoolean`(not ${isBlocked(sql`${bookings.userId}`, now)}
        and not exists (select 1 from ${feedback}
        where ${feedback.bookingId} = ${absences.bookingId}))`.as("may_be_asked"),
      attendance: bookings.attendance,
      date: events.date,
      cityName: sql<string>`${cities.name}`.as("city_name"),
      timeZone: cities.timeZone,
      venueName: venues.name,
      toldAt: sql<Date | null>`coalesce(${absences.toldAt}, ${tellingEmail})`
        .mapWith(absences.toldAt)
        .as("told_at"),
      contestedAt: absences.contestedAt,
      contest: absences.contest,
      resolvedAt: absences.resolvedAt,
      deposit: deposits.state,
      /** What is left of it. */
      amount: sql<number | null>`${deposits.amount} - ${deposits.refunded}`.as("deposit_left"),
      currency: deposits.currency,
    })
    .from(absences)
    .innerJoin(bookings, eq(bookings.id, absences.bookingId))
    .innerJoin(users, eq(users.id, bookings.userId))
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .leftJoin(tables, eq(tables.id, bookings.tableId))
    .leftJoin(venues, eq(venues.id, tables.venueId))
    .leftJoin(deposits, eq(deposits.bookingId, bookings.id))
    .where(eq(absences.bookingId, bookingId));

export type Absence = NonNullable<ReturnType<ReturnType<typeof readAbsence>["toResult"]>>;

/** Contested absences that wait for an operator, oldest first. */
export const listContests = async (db: Database) =>
  db
    .select({
      bookingId: absences.bookingId,
      eventId: bookings.eventId,
      firstName: profiles.firstName,
      email: users.email,
      table: tables.number,
      date: events.date,
      timeZone: cities.timeZone,
      contestedAt: absences.contestedAt,
      contest: absences.contest,
      deposit: deposits.state,
      ...reportColumns,
    })
    .from(absences)
    .innerJoin(bookings, eq(bookings.id, absences.bookingId))
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .innerJoin(users, eq(users.id, bookings.userId))
    .leftJoin(tables, eq(tables.id, bookings.tableId))
    .leftJoin(deposits, eq(deposits.bookingId, bookings.id))
    .where(isWaiting)
    .orderBy(asc(absences.contestedAt));

const isWaiting = sql`${absences.contestedAt} is not null and ${absences.resolvedAt} is null`;

/**
 * Statements for the batch in which an operator speaks about diners, before their attendance is changed: who was told that
 * they are noted as a no-show hears of a change, and of the answer to what they contested. Where the diner knows nothing of
 * an absence that is taken back, it is deleted, and its email is dropped as untrue.
 */
function resolveAbsences(db: Database, condition: SQL, now: Date) {
  const hasAbsenceThat = (is: SQL) => sql`exists (select 1 from ${absences}
    where ${absences.bookingId} = ${bookings.id} and ${is})`;
  const concerns = sql`${condition} and ${hasAbsence}
    and (${bookings.attendance} is not ${attendanceByReports} or ${hasAbsenceThat(isWaiting)})`;
  const isContested = hasAbsenceThat(sql`${absences.contestedAt} is not null`);
  const isUnknown = sql`(not ${isContested} and not ${hasTakenEmail("marked-absent")})`;
  const bookingsWhere = (is: SQL) => sql`(select ${bookings.id} from ${bookings} where ${is})`;
  const tell = (came: boolean, wasContested: boolean) =>
    queueBookingEmails(
      db,
      { kind: "absence-resolved", data: { came, wasContested } },
      now,
      sql`${concerns} and ${attendanceByReports} = ${came ? "attended" : "no-show"}
        and ${wasContested ? isContested : sql`not ${isContested} and not ${isUnknown}`}`,
    );
  return [
    tell(true, true),
    tell(true, false),
    tell(false, true),
    tell(false, false),
    db
      .delete(absences)
      .where(
        sql`${absences.bookingId} in ${bookingsWhere(sql`${concerns} and ${isUnknown} and ${attendanceByReports} = 'attended'`)}`,
      ),
    db
      .update(absences)
      .set({ resolvedAt: now })
      .where(sql`${absences.bookingId} in ${bookingsWhere(concerns)}`),
  ] as const;
}

/** Absences whose diners can't be told: the email was dropped or has expired, so the time to contest never begins. */
export const countUntold = sql<number>`(select count(*) from ${absences} a
  where a.told_at is null and a.resolved_at is null
    and not exists (select 1 from ${outbox} o where o.booking_id = a.booking_id
      and o.kind = 'marked-absent' and o.expired_at is null))`;

interface OperatorReport {
  eventId: string;
  /** Bookings with a seat at the event. */
  came: string[];
  missed: string[];
  /** The operator takes back what they said. */
  takenBack?: string[];
  now: Date;
}

/** The latest report counts. If who came is already decided, it applies at once, and the diners concerned are told. */
export async function reportByOperator(
  db: Database,
  { eventId, came, missed, takenBack = [], now }: OperatorReport,
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
  const takeBack = jsonPortions(takenBack).map((some) =>
    db
      .delete(attendanceReports)
      .where(
        sql`${attendanceReports.source} = 'operator' and ${attendanceReports.bookingId} in ${jsonList(some)} and not ${isDecided}`,
      ),
  );
  await db.batch([...report(came, true), ...report(missed, false), ...takeBack]);
}
