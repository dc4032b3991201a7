import { and, asc, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batched-read.ts";
import type { Database } from "#app/db/client.server.ts";
import { bookings, deposits, events, matchRecords, profiles, tables, users, venues } from "#app/db/schema.ts";
import { takenSeatCount } from "#app/models/event/upcoming-events.server.ts";
import { type Email, queueEmail } from "#app/models/outbox/outbox.server.ts";

interface Seat {
  userId: string;
  eventId: string;
  now: Date;
  /** Says that the seat is taken; written with it or not at all. */
  mail: (bookingId: string) => Email;
}

/**
 * One conditional insert and its mail, in one batch: while the dinner is open, has a chair left, the diner has done the
 * quiz and has no chair there yet. Whichever of those fails, the answer is the booking that stands, or none.
 */
export async function book(db: Database, { userId, eventId, now, mail }: Seat): Promise<string | undefined> {
  const id = crypto.randomUUID();
  const [, , standing] = await db.batch([
    db
      .insert(bookings)
      .select(
        sql`select ${id}, ${userId}, ${events.id}, 0, 0, ${now.getTime()}, null, null, 0, null, 0, null, 0 from ${events}
          where ${events.id} = ${eventId} and ${events.available} = 1 and ${events.closesAt} > ${now.getTime()}
            and ${takenSeatCount} < ${events.capacity}
            and exists (select 1 from ${profiles} where ${profiles.id} = ${userId} and ${profiles.isQuizDone} = 1)`,
      )
      .onConflictDoNothing(),
    queueEmail(db, mail(id), now, sql`exists (select 1 from ${bookings} where ${bookings.id} = ${id})`),
    db
      .select({ id: bookings.id })
      .from(bookings)
      .where(and(eq(bookings.userId, userId), eq(bookings.eventId, eventId), eq(bookings.canceled, false))),
  ]);
  return standing[0]?.id;
}

/** No two of one name: in a batch the one would be taken for the other. */
const booking = {
  id: bookings.id,
  confirmed: bookings.confirmed,
  canceled: bookings.canceled,
  sequence: bookings.sequence,
  createdAt: bookings.createdAt,
  eventId: bookings.eventId,
  date: events.date,
  locationName: venues.name,
  locationAddress: venues.address,
  googleMapsLink: venues.googleMapsLink,
  timeZone: venues.timeZone,
  deposit: deposits.state,
};

export type Booking = Awaited<ReturnType<typeof findBooking>> & object;

const selectBookings = (db: Database) =>
  db
    .select(booking)
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(venues, eq(venues.id, events.venueId))
    .leftJoin(deposits, eq(deposits.bookingId, bookings.id));

export const pageSize = 10;

/** One card a dinner, however often its diner changed their mind. */
const isLatest = sql`not (${bookings.canceled} = 1 and exists (select 1 from bookings later
  where later.user_id = ${bookings.userId} and later.event_id = ${bookings.eventId}
    and (later.created_at, later.id) > (${bookings.createdAt}, ${bookings.id})))`;

/** Upcoming ones soonest first, all of them; past ones latest first, by the page, and whether there are more. */
export function readBookings(db: Database, userId: SQL, { now, page }: { now: Date; page: number }) {
  const mine = and(eq(bookings.userId, userId), isLatest);
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
    ],
    ([upcoming, past]) => ({ upcoming, past: past.slice(0, pageSize), hasMore: past.length > pageSize }),
  );
}

export async function findBooking(db: Database, userId: string, id: string) {
  const [found] = await selectBookings(db).where(and(eq(bookings.id, id), eq(bookings.userId, userId)));
  return found;
}

/** For whoever holds a link from one of its mails: whose it is, too. */
export async function findBookingForLink(db: Database, id: string) {
  const [found] = await db
    .select({ ...booking, userId: bookings.userId, email: users.email })
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(venues, eq(venues.id, events.venueId))
    .leftJoin(deposits, eq(deposits.bookingId, bookings.id))
    .innerJoin(users, eq(users.id, bookings.userId))
    .where(eq(bookings.id, id));
  return found;
}

/** With who else sits at its table, and what they share, once it is confirmed. */
export function readBookingDetails(db: Database, userId: SQL, id: string) {
  const tableId = sql`(select ${bookings.tableId} from ${bookings}
    where ${bookings.id} = ${id} and ${bookings.userId} = ${userId}
      and ${bookings.confirmed} = 1 and ${bookings.canceled} = 0)`;
  return batchedRead(
    [
      selectBookings(db).where(and(eq(bookings.id, id), eq(bookings.userId, userId))),
      db
        .select({ userId: profiles.id, firstName: profiles.firstName, avatarUrl: profiles.avatarUrl })
        .from(bookings)
        .innerJoin(profiles, eq(profiles.id, bookings.userId))
        .where(and(eq(bookings.tableId, tableId), eq(bookings.canceled, false)))
        .orderBy(asc(profiles.firstName)),
      db.select({ shares: tables.shares }).from(tables).where(eq(tables.id, tableId)),
      db
        .select({ eventId: matchRecords.eventId })
        .from(matchRecords)
        .innerJoin(bookings, eq(bookings.eventId, matchRecords.eventId))
        .where(and(eq(bookings.id, id), eq(bookings.userId, userId))),
    ],
    ([[found], diners, [table], sealed]) =>
      found && { booking: found, diners, shares: table?.shares ?? [], hasMatchRecord: sealed.length > 0 },
  );
}

interface Cancellation {
  userId: string;
  id: string;
  now: Date;
  mail: Email;
}

/** Once, by its diner, before dinner; with the mail that says so. Whether it did anything. */
export async function cancel(db: Database, { userId, id, now, mail }: Cancellation): Promise<boolean> {
  const isOpen = sql`${bookings.id} = ${id} and ${bookings.userId} = ${userId} and ${bookings.canceled} = 0
    and exists (select 1 from ${events} where ${events.id} = ${bookings.eventId} and ${events.date} > ${now.getTime()})`;
  const [, canceled] = await db.batch([
    queueEmail(db, mail, now, sql`exists (select 1 from ${bookings} where ${isOpen})`),
    db
      .update(bookings)
      .set({ canceled: true, canceledAt: now, sequence: sql`${bookings.sequence} + 1` })
      .where(isOpen)
      .returning({ id: bookings.id }),
  ]);
  return canceled.length === 1;
}
