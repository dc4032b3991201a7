/** Dinners as their operator sees and changes them. Each change is one guarded batch: done twice, it is done once. */
import { and, asc, eq, gte, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events, venues } from "#app/db/schema.ts";
import { letGo } from "#app/models/booking/due-bookings.server.ts";
import { writeHandChange } from "#app/models/matching/operator-changes.server.ts";
import { type Letter, listed, writeMails } from "#app/models/outbox/booking-emails.server.ts";
import { takenSeats } from "./upcoming-events.server.ts";

const dinner = {
  id: events.id,
  date: events.date,
  closesAt: events.closesAt,
  capacity: events.capacity,
  available: events.available,
  matchedAt: events.matchedAt,
  canceledAt: events.canceledAt,
  venueId: events.venueId,
  venueName: venues.name,
  venueAddress: venues.address,
  mapsLink: venues.googleMapsLink,
  timeZone: venues.timeZone,
  taken: takenSeats.as("taken"),
};

export type DeskDinner = Awaited<ReturnType<typeof listDinners>>[number];

const dinners = (db: Database) =>
  db.select(dinner).from(events).innerJoin(venues, eq(venues.id, events.venueId));

export async function listDinners(db: Database, from: Date) {
  return dinners(db).where(gte(events.date, from)).orderBy(asc(events.date));
}

export async function findDeskDinner(db: Database, id: string): Promise<DeskDinner | undefined> {
  const [found] = await dinners(db).where(eq(events.id, id));
  return found;
}

interface NewDinner {
  venueId: string;
  date: Date;
  closesAt: Date;
  capacity: number;
}

/** Unless there is one at that hour and place. */
export async function addDinner(db: Database, fresh: NewDinner): Promise<string | undefined> {
  const [added] = await db
    .insert(events)
    .values({ ...fresh, available: true })
    .onConflictDoNothing()
    .returning({ id: events.id });
  return added?.id;
}

interface Edit {
  id: string;
  changes: Partial<NewDinner> & { available?: boolean };
  /** To everyone booked, where the hour or the place is another. */
  letters: Letter[] | undefined;
  now: Date;
}

const isOn = (id: string, now: Date) =>
  sql`${events.id} = ${id} and ${events.canceledAt} is null and ${events.date} > ${now.getTime()}`;

/** Nobody has booked whom these letters leave out. */
const reachesAll = (eventId: string, letters: Letter[]) =>
  sql`not exists (select 1 from ${bookings} where ${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0
    and ${bookings.id} not in ${listed(letters.map(({ bookingId }) => bookingId))})`;

/** Whether it is changed: not below the seats that are taken, and not past anyone who booked meanwhile. */
export async function editDinner(db: Database, { id, changes, letters, now }: Edit): Promise<boolean> {
  const fits = changes.capacity === undefined ? sql`1` : sql`${takenSeats} <= ${changes.capacity}`;
  const may = sql`${isOn(id, now)} and ${fits} and ${letters ? reachesAll(id, letters) : sql`1`}`;
  const change = db.update(events).set(changes).where(may).returning({ id: events.id });
  if (!letters) return (await change).length === 1;
  const stands = sql`exists (select 1 from ${events} where ${may})`;
  const [, , , changed] = await db.batch([
    writeMails(db, letters, now, sql`${bookings.canceled} = 0 and ${stands}`),
    writeHandChange(db, { eventId: id, what: "The dinner was moved.", now }, stands),
    db
      .update(bookings)
      .set({ sequence: sql`${bookings.sequence} + 1`, remindedAt: null })
      .where(and(eq(bookings.eventId, id), eq(bookings.canceled, false), stands)),
    change,
  ]);
  return changed.length === 1;
}

/** Ends booking now: the tables are made the next time the cron looks. */
export async function closeDinner(db: Database, id: string, now: Date): Promise<boolean> {
  const closed = await db
    .update(events)
    .set({ closesAt: now })
    .where(sql`${isOn(id, now)} and ${events.closesAt} > ${now.getTime()}`)
    .returning({ id: events.id });
  return closed.length === 1;
}

interface Cancellation {
  id: string;
  letters: Letter[];
  now: Date;
}

/** The dinner, every seat at it and a mail to each, in one; not while somebody has booked whom no letter is for. */
export async function cancelDinner(db: Database, { id, letters, now }: Cancellation): Promise<boolean> {
  const may = sql`${isOn(id, now)} and ${reachesAll(id, letters)}`;
  const stands = sql`exists (select 1 from ${events} where ${may})`;
  const [, , , canceled] = await db.batch([
    writeMails(db, letters, now, sql`${bookings.canceled} = 0 and ${stands}`),
    writeHandChange(db, { eventId: id, what: "The dinner was canceled.", now }, stands),
    db
      .update(bookings)
      .set(letGo(now))
      .where(and(eq(bookings.eventId, id), eq(bookings.canceled, false), stands)),
    db
      .update(events)
      .set({ available: false, canceledAt: now, claimedBy: null })
      .where(may)
      .returning({ id: events.id }),
  ]);
  return canceled.length === 1;
}
