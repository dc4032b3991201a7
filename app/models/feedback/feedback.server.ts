import { eq, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean } from "#app/db/columns.ts";
import { isBlocked } from "#app/db/conditions.ts";
import { avoidances, profiles, users } from "#app/db/schema/account.ts";
import { absences } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { events } from "#app/db/schema/event.ts";
import { mutualWishes } from "#app/db/schema/feedback.ts";
import { venues } from "#app/db/schema/venue.ts";
import { feedback, tables, wishes } from "#app/db/schema.ts";
import { insertWhere, jsonList } from "#app/db/statements.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { addOwnAvoidances, takeBackAvoidances } from "#app/models/account/avoidances.server.ts";
import { contestsAbsence } from "#app/models/booking/booking-conditions.ts";
import { bookerOf } from "#app/models/booking/bookings.server.ts";
import { endPairsKeptApart } from "#app/models/booking/pairs.server.ts";
import { markKeptApart } from "#app/models/booking/tables.server.ts";

/** The dinner took place, and its diner had a seat. */
const tookPlace = sql`${bookings.confirmed} = 1 and ${bookings.canceled} = 0 and ${bookings.tableId} is not null
  and ${events.canceledAt} is null`;

const isAbsent = sql`(${bookings.attendance} is 'no-show' and not ${contestsAbsence})`;

/** The diner was there as far as the club knows, or says so. */
const canAnswer = sql`${tookPlace} and not ${isAbsent}`;
const isNoShow = sql`${tookPlace} and ${isAbsent}`;

/** Both know of the wish, so the form has no field for it. */
const isTold = sql`exists (select 1 from ${mutualWishes}
  where ${mutualWishes.bookingId} = min(${wishes.bookingId}, ${wishes.otherBookingId})
    and ${mutualWishes.otherBookingId} = max(${wishes.bookingId}, ${wishes.otherBookingId}))`;

/** Table-mates of a booking: the query of their bookings, as `theirs`. */
const fromMates = (
  bookingId: string,
) => sql`bookings own join bookings theirs on theirs.table_id = own.table_id
  and theirs.id <> own.id and theirs.confirmed = 1 and theirs.canceled = 0
  where own.id = ${bookingId} and own.confirmed = 1 and own.canceled = 0`;

const fromErasedMates = (
  bookingId: string,
) => sql`bookings own join erased_seats theirs on theirs.table_id = own.table_id
  where own.id = ${bookingId} and own.confirmed = 1 and own.canceled = 0`;

/** The photo and the face were chosen before the dinner was over. */
const isOfThen = sql`coalesce(${profiles.avatarSetAt}, 0) <= mates.date + ${eventTimes.checkInUntilAfterMs}`;

/** Of the others' answers only what both were told, so that it is the same whatever a table-mate wishes or avoids. */
export const readFeedback = (db: Database, bookingId: string, now: Date) =>
  batchedRead(
    [
      db
        .select({
          bookingId: sql<string>`${bookings.id}`.as("booking_id"),
          userId: bookings.userId,
          firstName: profiles.firstName,
          email: users.email,
          linkSalt: users.linkSalt,
          date: events.date,
          timeZone: cities.timeZone,
          cityName: sql<string>`${cities.name}`.as("city_name"),
          venueName: venues.name,
          tableNumber: tables.number,
          canAnswer: sqlBoolean`${canAnswer}`.as("can_answer"),
          isNoShow: sqlBoolean`${isNoShow}`.as("is_no_show"),
          isCanceled: bookings.canceled,
          isEventCanceled: sqlBoolean`${events.canceledAt} is not null`.as("is_event_canceled"),
          isBlocked: sqlBoolean`${isBlocked(sql`${bookings.userId}`, now)}`.as("is_blocked"),
          hasAbsence: sqlBoolean`exists (select 1 from ${absences}
              where ${absences.bookingId} = ${bookings.id})`.as("has_absence"),
          answeredAt: feedback.answeredAt,
          rating: feedback.rating,
          note: feedback.note,
          contact: feedback.contact,
        })
        .from(bookings)
        .innerJoin(users, eq(users.id, bookings.userId))
        .innerJoin(profiles, eq(profiles.id, bookings.userId))
        .innerJoin(events, eq(events.id, bookings.eventId))
        .innerJoin(cities, eq(cities.id, events.cityId))
        .leftJoin(tables, eq(tables.id, bookings.tableId))
        .leftJoin(venues, eq(venues.id, tables.venueId))
        .leftJoin(feedback, eq(feedback.bookingId, bookings.id))
        .where(eq(bookings.id, bookingId)),
      db
        .select({
          bookingId: sql<string>`mates.id`.as("mate_id"),
          firstName: sql<string>`coalesce(mates.first_name, ${profiles.firstName}, '')`.as("name_at_dinner"),
          userId: sql<string>`mates.user_id`.as("mate_user_id"),
          avatarUrl: sql<string | null>`iif(${isOfThen}, ${profiles.avatarUrl}, null)`.as("photo_then"),
          face: sql<number | null>`iif(${isOfThen}, ${profiles.face}, null)`.as("face_then"),
          /** Has no name then, and no photo. */
          isErased: sqlBoolean`mates.is_erased`.as("is_erased"),
          isWished: sqlBoolean`exists (select 1 from ${wishes}
            where ${wishes.bookingId} = ${bookingId}
            and ${wishes.otherBookingId} = mates.id)`.as("is_wished"),
          wantsSameTable: sqlBoolean`exists (select 1 from ${wishes} where ${wishes.bookingId} = ${bookingId}
            and ${wishes.otherBookingId} = mates.id and ${wishes.wantsSameTable} = 1)`.as("wants_same_table"),
          isAvoided:
            sqlBoolean`exists (select 1 from ${avoidances} where ${avoidances.userId} = mates.own_user_id
            and ${avoidances.otherId} = mates.user_id
              and ${avoidances.eventId} is not null)`.as("is_avoided"),
          isTold: sqlBoolean`exists (select 1 from ${mutualWishes}
            where ${mutualWishes.bookingId} = min(mates.id, ${bookingId})
            and ${mutualWishes.otherBookingId} = max(mates.id, ${bookingId}))`.as("is_told"),
        })
        .from(
          sql`(select theirs.id, theirs.user_id, theirs.first_name, own.user_id as own_user_id,
            (select date from ${events} where id = own.event_id) as date, 0 as is_erased from ${fromMates(bookingId)}
            union all select theirs.id, theirs.user_id, null, own.user_id, null, 1 from ${fromErasedMates(bookingId)}) mates`,
        )
        .leftJoin(profiles, sql`${profiles.id} = mates.user_id and mates.is_erased = 0`)
        .orderBy(sql`mates.is_erased`, sql`name_at_dinner`, sql`mates.id`),
    ],
    ([[booking], mates]) => booking && { ...booking, mates },
  );

export type Feedback = NonNullable<ReturnType<ReturnType<typeof readFeedback>["toResult"]>>;

interface Answers {
  rating: number | null;
  note: string | null;
  /** Instead of the email address, for those who wish the same. */
  contact: string | null;
  /** Bookings of table-mates. */
  wished: string[];
  wantsSameTable: boolean;
  /** Bookings of table-mates. */
  avoided: string[];
  /** Of those avoided until now. */
  takenBack: string[];
}

interface AnsweredBooking {
  bookingId: string;
  /** Of the event, as it was when the window was computed. */
  date: Date;
}

const mayAnswer = ({ bookingId, date }: AnsweredBooking, condition: SQL, now: Date) =>
  sql`exists (select 1 from ${bookings} join ${events} on ${events.id} = ${bookings.eventId}
    where ${bookings.id} = ${bookingId} and ${events.date} = ${date.getTime()} and ${condition}
      and not ${isBlocked(sql`${bookings.userId}`, now)})`;

/** Statements that save whom a diner would rather not sit with; wishes for the same go, also of earlier dinners, and those of which both know. */
function avoid(
  db: Database,
  bookingId: string,
  { avoided, takenBack }: Pick<Answers, "avoided" | "takenBack">,
  isOpen: SQL,
  now: Date,
) {
  const userId = bookerOf(bookingId);
  const eventId = sql`(select event_id from ${bookings} where id = ${bookingId})`;
  const mateUserIds = (condition: SQL) =>
    sql`(select theirs.user_id from ${fromMates(bookingId)} and ${condition} and ${isOpen}
      union select theirs.user_id from ${fromErasedMates(bookingId)} and ${condition} and ${isOpen})`;
  const isAvoided = sql`theirs.id in ${jsonList(avoided)}`;
  const isTakenBack = sql`theirs.id in ${jsonList(takenBack)} and not ${isAvoided}`;
  return [
    ...takeBackAvoidances(db, { userId, otherIds: mateUserIds(isTakenBack) }),
    addOwnAvoidances(db, { userId, otherIds: mateUserIds(isAvoided), eventId }, now),
    ...endPairsKeptApart(db, sql`(${userId})`, now),
    markKeptApart(db, sql`${bookings.userId} = ${userId}`, now),
    db.delete(wishes).where(
      sql`${wishes.bookingId} in (select id from ${bookings} where user_id = ${userId})
        and ${wishes.otherBookingId} in (select id from ${bookings} where user_id in ${mateUserIds(isAvoided)})`,
    ),
  ] as const;
}

/** For who did not come but had a seat: whom they would rather not sit with, and nothing else. False where that may not be said. */
export async function saveRatherNot(
  db: Database,
  booking: AnsweredBooking,
  answers: Pick<Answers, "avoided" | "takenBack">,
  now: Date,
): Promise<boolean> {
  const isOpen = mayAnswer(booking, tookPlace, now);
  const { last: found } = await db.batch([
    ...avoid(db, booking.bookingId, answers, isOpen, now),
    db
      .select({ id: bookings.id })
      .from(bookings)
      .where(sql`${bookings.id} = ${booking.bookingId} and ${isOpen}`),
  ]);
  return found.length === 1;
}

/** One batch that is the same whatever the table-mates said. False if nothing may be said about the booking. */
export async function saveFeedback(
  db: Database,
  booking: AnsweredBooking,
  { rating, note, contact, wished, wantsSameTable, avoided, takenBack }: Answers,
  now: Date,
): Promise<boolean> {
  const { bookingId } = booking;
  const isOpen = mayAnswer(booking, canAnswer, now);
  const mateIds = sql`(select theirs.id from ${fromMates(bookingId)})`;
  const [saved] = await db.batch([
    insertWhere(
      db,
      feedback,
      { bookingId, rating, note, contact, firstAnsweredAt: now, answeredAt: now },
      isOpen,
    )
      .onConflictDoUpdate({ target: feedback.bookingId, set: { rating, note, contact, answeredAt: now } })
      .returning({ bookingId: feedback.bookingId }),
    db
      .delete(wishes)
      .where(
        sql`${wishes.bookingId} = ${bookingId} and ${wishes.otherBookingId} not in ${jsonList(wished)} and not ${isTold} and ${isOpen}`,
      ),
    db
      .update(wishes)
      .set({ wantsSameTable })
      .where(sql`${wishes.bookingId} = ${bookingId} and ${isTold} and ${isOpen}`),
    insertWhere(
      db,
      wishes,
      { bookingId, otherBookingId: sql`${bookings.id}`, wantsSameTable, createdAt: now },
      sql`${bookings.id} in ${mateIds} and ${bookings.id} in ${jsonList(wished)} and ${bookings.id} not in ${jsonList(avoided)} and ${isOpen}`,
      bookings,
    ).onConflictDoUpdate({ target: [wishes.bookingId, wishes.otherBookingId], set: { wantsSameTable } }),
    // Both keep what they were told, unless it is taken away.
    db
      .update(mutualWishes)
      .set({
        contact: sql`iif(${mutualWishes.bookingId} = ${bookingId}, '', ${mutualWishes.contact})`,
        otherContact: sql`iif(${mutualWishes.otherBookingId} = ${bookingId}, '', ${mutualWishes.otherContact})`,
      })
      .where(
        sql`${contact} = '' and (${mutualWishes.bookingId} = ${bookingId} or ${mutualWishes.otherBookingId} = ${bookingId}) and ${isOpen}`,
      ),
    ...avoid(db, bookingId, { avoided, takenBack }, isOpen, now),
  ]);
  return saved?.length === 1;
}
