import { and, asc, desc, eq, gt, inArray, isNull, not, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean, sqlJson } from "#app/db/columns.ts";
import { isBlocked, type SessionLookup, sessionUserId } from "#app/db/conditions.ts";
import { prepareQueries, prepareQueriesOfUser, type ValueOrPlaceholder } from "#app/db/prepare-queries.ts";
import { users } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { events, eventVenues } from "#app/db/schema/event.ts";
import { quizQuestions } from "#app/db/schema/quiz.ts";
import { matchRecords, tableTerms } from "#app/db/schema/seating.ts";
import { venues } from "#app/db/schema/venue.ts";
import { tables } from "#app/db/schema.ts";
import { eveningWindows } from "#app/lib/event/event-times.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { dayMs } from "#app/lib/time-units.ts";
import {
  bookingColumns,
  selectDiners,
  selectDinersOfEvening,
  selectProfile,
  selectTableThen,
  wasCanceledAgain,
} from "./booking-columns.ts";

/** Stands for somebody’s first dinner with the club. */
export const firstDinnerMark = "first";
export const firstDinnerPhrase = "is here for the first time";

/** It takes away the most fear, so it comes first. */
const sortCompany = (phrases: string[]) =>
  phrases.toSorted((one, other) => Number(other === firstDinnerPhrase) - Number(one === firstDinnerPhrase));

/** As it was when the table was made, so that nobody finds out the answers of others by changing their own. */
export const selectOwnCompany = (bookingId: SQL) =>
  sqlJson<string[]>`(select json_group_array(distinct coalesce(said.value, ${firstDinnerPhrase}))
    from ${tableTerms}, json_each(tables.company) mark, json_each(mark.value) holder
    left join ${quizQuestions} on mark.key like quiz_questions.id || ':%'
    left join json_each(quiz_questions.company_says) said on mark.key = quiz_questions.id || ':' || said.key
    where table_terms.company > 0 and holder.value = ${bookingId} and (mark.key = ${firstDinnerMark}
    or said.value is not null))`.as("own_company");

export type Booking = Omit<Awaited<ReturnType<typeof findBooking>> & object, "tableThen" | "shares">;

const selectBookings = (db: Database, tableThen: ReturnType<typeof selectTableThen> = sql`null`) =>
  db
    .select({ ...bookingColumns, shares: tables.shares, tableThen: tableThen.as("table_then") })
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .leftJoin(tables, eq(tables.id, bookings.tableId))
    .leftJoin(venues, eq(venues.id, tables.venueId))
    .leftJoin(deposits, eq(deposits.bookingId, bookings.id));

const pageSize = 10;

/** Of the canceled bookings of an event, the last one, and those whose deposit is on its way back. */
const isShown = sql`not (${bookings.canceled} = 1 and coalesce(${deposits.state}, '') not in ('paid', 'refunding')
  and ${wasCanceledAgain})`;

/** A dinner is the next one until its diners have stopped saying that they are there. */
const isAhead = (now: ValueOrPlaceholder<number>) => sql`(${events.date} > ${now}
  or (${events.date} > ${now} - ${eveningWindows.checkIn.afterMs}
    and ${bookings.confirmed} = 1 and ${bookings.canceled} = 0))`;

const queryBookings = prepareQueries(["tokenHash", "now", "offset"], (db, { tokenHash, now, offset }) => {
  const userId = sessionUserId({ tokenHash, now });
  const mine = and(eq(bookings.userId, userId), isShown);
  const nextTableId = sql`(select ${bookings.tableId} from ${bookings}
    join ${events} on ${events.id} = ${bookings.eventId}
    where ${bookings.userId} = ${userId} and ${bookings.canceled} = 0 and ${isAhead(now)}
    order by ${events.date} limit 1)`;
  return [
    selectBookings(db)
      .where(and(mine, isAhead(now)))
      .orderBy(asc(events.date)),
    // What a page shows of a booking is read for those of this page alone.
    selectBookings(db, selectTableThen(now))
      .where(
        inArray(
          bookings.id,
          db
            .select({ id: bookings.id })
            .from(bookings)
            .innerJoin(events, eq(events.id, bookings.eventId))
            .leftJoin(deposits, eq(deposits.bookingId, bookings.id))
            .where(and(mine, not(isAhead(now))))
            .orderBy(desc(events.date))
            .limit(pageSize + 1)
            .offset(offset),
        ),
      )
      .orderBy(desc(events.date)),
    selectDiners(db, nextTableId),
    selectProfile(db, userId),
  ];
});

/** Also the table of the next dinner: its diners, and what they share; where the booking is not confirmed, only the profile of this user. */
export const readBookings = (db: Database, { tokenHash, now }: SessionLookup, page: number) =>
  batchedRead(
    queryBookings(db, { tokenHash, now: now.getTime(), offset: (page - 1) * pageSize }),
    ([upcoming, past, nextDiners, profile]) => ({
      upcoming,
      past: past.slice(0, pageSize),
      hasMore: past.length > pageSize,
      nextDiners: nextDiners.length > 0 ? nextDiners : profile,
      nextShares: upcoming.find(({ canceled }) => !canceled)?.shares ?? [],
    }),
  );

const selectBooking = (db: Database, userId: string | SQL, id: string) =>
  selectBookings(db).where(and(eq(bookings.id, id), eq(bookings.userId, userId)));

export const findBooking = (db: Database, userId: string | SQL, id: string) =>
  selectBooking(db, userId, id).get();

export const readBooking = (db: Database, userId: SQL, id: string) =>
  batchedRead([selectBooking(db, userId, id)], ([[booking]]) => booking);

/** The next dinner at which the diner has a table. */
export const findNextTable = (db: Database, userId: SQL, now: Date) =>
  db
    .select({ bookingId: bookings.id })
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .where(
      and(
        eq(bookings.userId, userId),
        eq(bookings.confirmed, true),
        eq(bookings.canceled, false),
        isAhead(now.getTime()),
      ),
    )
    .orderBy(asc(events.date))
    .limit(1)
    .get();

/** A subquery; null if there is no such booking. */
export const bookerOf = (bookingId: string) =>
  sql`(select booked.user_id from bookings booked where booked.id = ${bookingId})`;

/** The same; null if the diner is blocked. */
export const unblockedBookerOf = (bookingId: string, now: Date) =>
  sql`(select booked.user_id from bookings booked where booked.id = ${bookingId}
    and not ${isBlocked(sql`booked.user_id`, now)})`;

/** Of the diner of a booking: part of the signature of links that were emailed to them. */
export async function findLinkSalt(db: Database, bookingId: string): Promise<string | null> {
  const [found] = await db
    .select({ linkSalt: users.linkSalt })
    .from(bookings)
    .innerJoin(users, eq(users.id, bookings.userId))
    .where(eq(bookings.id, bookingId));
  return found?.linkSalt ?? null;
}

const selectBookingForLink = (db: Database, id: string) =>
  db
    .select({
      ...bookingColumns,
      userId: bookings.userId,
      email: users.email,
      face: sql<number | null>`(select face from profiles where profiles.id = ${bookings.userId})`.as(
        "own_face",
      ),
    })
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .leftJoin(tables, eq(tables.id, bookings.tableId))
    .leftJoin(venues, eq(venues.id, tables.venueId))
    .leftJoin(deposits, eq(deposits.bookingId, bookings.id))
    .innerJoin(users, eq(users.id, bookings.userId))
    .where(eq(bookings.id, id));

export const findBookingForLink = (db: Database, id: string) => selectBookingForLink(db, id).get();

export const readBookingForLink = (db: Database, id: string) =>
  batchedRead([selectBookingForLink(db, id)], ([[booking]]) => booking);

const maxCalendarEntries = 200;
const calendarShowsForMs = 183 * dayMs;

/** Dinners of the last half year and all to come, of the last bookings: how many were made before that, this does not read. */
export const listCalendarEntries = (db: Database, userId: string, now: Date) =>
  db
    .select({
      id: bookings.id,
      date: events.date,
      sequence: bookings.sequence,
      confirmed: bookings.confirmed,
      canceled: bookings.canceled,
      cityName: cities.name,
      venue: { name: venues.name, address: venues.address },
      tableNumber: tables.number,
    })
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .leftJoin(tables, eq(tables.id, bookings.tableId))
    .leftJoin(venues, eq(venues.id, tables.venueId))
    .where(
      and(
        inArray(
          bookings.id,
          db
            .select({ id: bookings.id })
            .from(bookings)
            .where(and(eq(bookings.userId, userId), sql`${bookings.createdAt} > 0`))
            .orderBy(desc(bookings.createdAt))
            .limit(maxCalendarEntries),
        ),
        gt(events.date, new Date(now.getTime() - calendarShowsForMs)),
      ),
    )
    .orderBy(asc(events.date));

const queryBookingDetails = prepareQueries(["tokenHash", "now", "id"], (db, { tokenHash, now, id }) => {
  const userId = sessionUserId({ tokenHash, now });
  const mine = and(eq(bookings.id, id), eq(bookings.userId, userId));
  const tableId = sql`(select ${bookings.tableId} from ${bookings}
    where ${bookings.id} = ${id} and ${bookings.userId} = ${userId}
      and ${bookings.confirmed} = 1 and ${bookings.canceled} = 0)`;
  return [
    selectBookings(db).where(mine),
    selectDinersOfEvening(db, tableId, { bookingId: id, now }),
    selectProfile(db, userId),
    db
      .select({
        shares: tables.shares,
        company: selectOwnCompany(sql`${id}`),
      })
      .from(tables)
      .where(eq(tables.id, tableId)),
    db
      .select({ eventId: matchRecords.eventId })
      .from(matchRecords)
      .innerJoin(bookings, eq(bookings.eventId, matchRecords.eventId))
      .where(mine),
  ];
});

export const readBookingDetails = (db: Database, { tokenHash, now }: SessionLookup, id: string) =>
  batchedRead(
    queryBookingDetails(db, { tokenHash, now: now.getTime(), id }),
    ([[booking], diners, profile, [table], records]) =>
      booking && {
        booking,
        /** Only this user if the booking is not confirmed. */
        diners: diners.length > 0 ? diners.filter(({ hasCanceled }) => !hasCanceled) : profile,
        dinersOfEvening: diners,
        shares: table?.shares ?? [],
        // With a seat empty it may no longer be true, and who left would be known to be the other.
        company:
          diners.filter(({ hasCanceled }) => !hasCanceled).length === tableSize
            ? sortCompany(table?.company ?? [])
            : [],
        hasMatchRecord: records.length > 0,
      },
  );

const queryBookedVenues = prepareQueriesOfUser(["now"], (db, userId, { now }) => [
  db
    .select({
      bookingId: bookings.id,
      date: events.date,
      timeZone: cities.timeZone,
      name: venues.name,
      diets: venues.diets,
      hasTable: sqlBoolean`${bookings.tableId} is not null`.as("has_table"),
    })
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .innerJoin(eventVenues, eq(eventVenues.eventId, events.id))
    .innerJoin(venues, eq(venues.id, eventVenues.venueId))
    .leftJoin(tables, eq(tables.id, bookings.tableId))
    .where(
      and(
        eq(bookings.userId, userId),
        eq(bookings.canceled, false),
        gt(events.date, now),
        isNull(events.canceledAt),
        sql`${venues.id} = coalesce(${tables.venueId}, ${venues.id})`,
      ),
    )
    .orderBy(asc(events.date)),
]);

/** Where a diner's upcoming dinners may be: at the venue of their table, or before the tables are made at each of the event. */
export const readBookedVenues = (db: Database, { userId, now }: { userId: SQL; now: Date }) =>
  batchedRead(queryBookedVenues(db, userId, { now: now.getTime() }), ([rows]) => rows);
