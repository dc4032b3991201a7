import { and, asc, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batched-read.ts";
import type { Database } from "#app/db/client.server.ts";
import {
  bookings,
  cities,
  deposits,
  events,
  eventVenues,
  feedback,
  matchRecords,
  mutualWishes,
  profiles,
  tables,
  users,
  venues,
} from "#app/db/schema.ts";
import { wasMovedByClub } from "#app/db/was-moved-by-club.ts";

/** Somebody who would meet the diner of a booking again, as that diner would: both were told. */
export interface MutualWish {
  firstName: string;
  contact: string;
  wantsSameTable: boolean;
  toldAt: number;
}

const mutual = sql<MutualWish[]>`(select json_group_array(json_object('firstName', shown.first_name,
      'contact', coalesce(said.contact, theirs.email), 'toldAt', pair.told_at,
      'wantsSameTable', json(iif(pair.want_same_table, 'true', 'false'))) order by shown.first_name, shown.id)
    from ${mutualWishes} pair
    join bookings others on others.id = iif(pair.booking_id = ${bookings.id}, pair.other_booking_id, pair.booking_id)
    join ${users} theirs on theirs.id = others.user_id
    join ${profiles} shown on shown.id = others.user_id
    left join ${feedback} said on said.booking_id = others.id
  where pair.booking_id = ${bookings.id} or pair.other_booking_id = ${bookings.id})`
  .mapWith((json: string): MutualWish[] => JSON.parse(json))
  .as("mutual");

const booking = {
  id: bookings.id,
  confirmed: bookings.confirmed,
  canceled: bookings.canceled,
  sequence: bookings.sequence,
  createdAt: bookings.createdAt,
  eventId: bookings.eventId,
  date: events.date,
  closesAt: events.closesAt,
  matchedAt: events.matchedAt,
  cityName: sql<string>`${cities.name}`.as("city_name"),
  timeZone: cities.timeZone,
  /** What was asked for before the city changed its deposit, if anything. */
  depositAmount: sql<number>`coalesce(${deposits.amount}, ${cities.deposit})`.as("deposit_amount"),
  currency: sql<string>`coalesce(${deposits.currency}, ${cities.currency})`.as("deposit_currency"),
  /** The venue of the table: known once the booking is confirmed. */
  locationName: venues.name,
  locationAddress: venues.address,
  district: venues.district,
  /** Of all venues of the event, if they are in the same one. */
  sharedDistrict: sql<
    string | null
  >`(select iif(count(*) = count(v.district) and count(distinct v.district) = 1,
      max(v.district), null)
    from ${eventVenues} ev join venues v on v.id = ev.venue_id where ev.event_id = ${events.id})`.as(
    "shared_district",
  ),
  googleMapsLink: venues.googleMapsLink,
  phone: venues.phone,
  tableNumber: tables.number,
  standby: bookings.standby,
  standbyReason: bookings.standbyReason,
  deposit: deposits.state,
  attendance: bookings.attendance,
  hasFeedback: sql<boolean>`exists (select 1 from ${feedback} where ${feedback.bookingId} = ${bookings.id})`
    .mapWith(Boolean)
    .as("has_feedback"),
  mutual,
  wasMoved: sql<boolean>`${wasMovedByClub}`.mapWith(Boolean).as("was_moved"),
};

export type Booking = Awaited<ReturnType<typeof findBooking>> & object;

const selectBookings = (db: Database) =>
  db
    .select(booking)
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .leftJoin(tables, eq(tables.id, bookings.tableId))
    .leftJoin(venues, eq(venues.id, tables.venueId))
    .leftJoin(deposits, eq(deposits.bookingId, bookings.id));

export const pageSize = 10;

/** Hides canceled bookings of an event that was booked again. */
const isLatest = sql`not (${bookings.canceled} = 1 and exists (select 1 from bookings later
  where later.user_id = ${bookings.userId} and later.event_id = ${bookings.eventId}
    and (later.created_at, later.id) > (${bookings.createdAt}, ${bookings.id})))`;

/** Who sits at a table, in an order that is the same for all of them. */
const selectDiners = (db: Database, tableId: SQL) =>
  db
    .select({ userId: profiles.id, firstName: profiles.firstName, avatarUrl: profiles.avatarUrl })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(and(eq(bookings.tableId, tableId), eq(bookings.canceled, false)))
    .orderBy(asc(profiles.firstName), asc(profiles.id));

const selectProfile = (db: Database, userId: SQL) =>
  db
    .select({ userId: profiles.id, firstName: profiles.firstName, avatarUrl: profiles.avatarUrl })
    .from(profiles)
    .where(eq(profiles.id, userId));

/** Also the diners at the table of the next dinner; where the booking is not confirmed, only the profile of this user. */
export function readBookings(db: Database, userId: SQL, { now, page }: { now: Date; page: number }) {
  const mine = and(eq(bookings.userId, userId), isLatest);
  const nextTableId = sql`(select b.table_id from bookings b join events e on e.id = b.event_id
    where b.user_id = ${userId} and b.canceled = 0 and e.date > ${now.getTime()} order by e.date limit 1)`;
  return batchedRead(
    [
      selectBookings(db)
        .where(and(mine, gt(events.date, now)))
        .orderBy(asc(events.date)),
      selectBookings(db)
        .where(and(mine, lte(events.date, now)))
        .orderBy(desc(events.date))
        .limit(pageSize + 1)
        .offset((page - 1) * pageSize),
      selectDiners(db, nextTableId),
      selectProfile(db, userId),
    ],
    ([upcoming, past, nextDiners, profile]) => ({
      upcoming,
      past: past.slice(0, pageSize),
      hasMore: past.length > pageSize,
      nextDiners: nextDiners.length > 0 ? nextDiners : profile,
    }),
  );
}

export async function findBooking(db: Database, userId: string, id: string) {
  const [found] = await selectBookings(db).where(and(eq(bookings.id, id), eq(bookings.userId, userId)));
  return found;
}

export async function findBookingForLink(db: Database, id: string) {
  const [found] = await db
    .select({ ...booking, userId: bookings.userId, email: users.email })
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .leftJoin(tables, eq(tables.id, bookings.tableId))
    .leftJoin(venues, eq(venues.id, tables.venueId))
    .leftJoin(deposits, eq(deposits.bookingId, bookings.id))
    .innerJoin(users, eq(users.id, bookings.userId))
    .where(eq(bookings.id, id));
  return found;
}

export function readBookingDetails(db: Database, userId: SQL, id: string) {
  const tableId = sql`(select ${bookings.tableId} from ${bookings}
    where ${bookings.id} = ${id} and ${bookings.userId} = ${userId}
      and ${bookings.confirmed} = 1 and ${bookings.canceled} = 0)`;
  return batchedRead(
    [
      selectBookings(db).where(and(eq(bookings.id, id), eq(bookings.userId, userId))),
      selectDiners(db, tableId),
      selectProfile(db, userId),
      db.select({ shares: tables.shares }).from(tables).where(eq(tables.id, tableId)),
      db
        .select({ eventId: matchRecords.eventId })
        .from(matchRecords)
        .innerJoin(bookings, eq(bookings.eventId, matchRecords.eventId))
        .where(and(eq(bookings.id, id), eq(bookings.userId, userId))),
    ],
    ([[found], diners, profile, [table], records]) =>
      found && {
        booking: found,
        /** Where the booking is not confirmed, only this user. */
        diners: diners.length > 0 ? diners : profile,
        shares: table?.shares ?? [],
        hasMatchRecord: records.length > 0,
      },
  );
}
