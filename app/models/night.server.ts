import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../db/client.server.ts";
import {
  avoidances,
  bookings,
  events,
  outbox,
  profiles,
  quizQuestions,
  tables,
  userAnswers,
  users,
  venues,
} from "../db/schema.ts";
import { timeline } from "../lib/timeline.ts";
import { type Mail, writeMail } from "./outbox.server.ts";

/** Longer than making the tables takes; a claim older than this was its owner's last word. */
const patience = 10 * 60_000;

export interface Claim {
  eventId: string;
  by: string;
}

/** Takes a dinner whose booking has ended and whose tables nobody has made or is making. Asked ten times at once, one gets it. */
export async function claimNight(db: Database, now: Date): Promise<Claim | undefined> {
  const by = crypto.randomUUID();
  const at = now.getTime();
  const due = sql`(select id from ${events} where closes_at <= ${at} and date > ${at} and matched_at is null
    and (claimed_at is null or claimed_at <= ${at - patience}) order by closes_at limit 1)`;
  const [claimed] = await db
    .update(events)
    .set({ claimedBy: by, claimedAt: now })
    .where(sql`${events.id} = ${due}`)
    .returning({ eventId: events.id });
  return claimed && { ...claimed, by };
}

/** All that making the tables of a dinner asks for, and all that mending them does. */
export async function loadNight(db: Database, eventId: string) {
  const seeker = sql`${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0`;
  const seekers = sql`(select ${bookings.userId} from ${bookings} where ${seeker})`;
  const [[dinner], questions, diners, answers, avoided, met] = await db.batch([
    db
      .select({
        date: events.date,
        capacity: events.capacity,
        venueId: venues.id,
        venueName: venues.name,
        venueAddress: venues.address,
        mapsLink: venues.googleMapsLink,
        timeZone: venues.timeZone,
        diets: venues.diets,
      })
      .from(events)
      .innerJoin(venues, eq(venues.id, events.venueId))
      .where(eq(events.id, eventId)),
    db.select().from(quizQuestions),
    db
      .select({
        userId: bookings.userId,
        bookingId: sql<string>`${bookings.id}`.as("booking_id"),
        bookedAt: bookings.createdAt,
        tableId: bookings.tableId,
        email: users.email,
        firstName: profiles.firstName,
        /** How often they were left over since they last sat down. */
        waited:
          sql<number>`(select count(*) from bookings p where p.user_id = ${bookings.userId} and p.standby = 1
          and p.table_id is null and p.created_at > coalesce((select max(q.created_at) from bookings q
            where q.user_id = ${bookings.userId} and q.table_id is not null), 0))`.as("waited"),
      })
      .from(bookings)
      .innerJoin(users, eq(users.id, bookings.userId))
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .where(seeker),
    db
      .select({
        userId: userAnswers.userId,
        questionId: userAnswers.questionId,
        answerIds: userAnswers.answerIds,
      })
      .from(userAnswers)
      .where(sql`${userAnswers.userId} in ${seekers}`),
    db
      .select({ userId: avoidances.userId, otherId: avoidances.otherId })
      .from(avoidances)
      .where(and(sql`${avoidances.userId} in ${seekers}`, sql`${avoidances.otherId} in ${seekers}`)),
    db
      .select({ userId: bookings.userId, otherId: sql<string>`theirs.user_id`.as("other_id") })
      .from(bookings)
      .innerJoin(
        sql`bookings theirs`,
        sql`theirs.table_id = ${bookings.tableId} and theirs.user_id <> ${bookings.userId} and theirs.canceled = 0`,
      )
      .where(
        sql`${bookings.userId} in ${seekers} and theirs.user_id in ${seekers} and ${bookings.canceled} = 0
          and ${bookings.eventId} <> ${eventId}`,
      ),
  ]);
  return dinner && { dinner, questions, diners, answers, avoided, met };
}

export type LoadedNight = NonNullable<Awaited<ReturnType<typeof loadNight>>>;

/** Dinners with tables made, not yet begun, where a chair is free and somebody waits for one, or a table is too small. */
export async function nightsToMend(db: Database, now: Date): Promise<string[]> {
  const at = now.getTime();
  const rows = await db.all<{
    id: string;
  }>(sql`select id from ${events} where date > ${at} and matched_at is not null
    and exists (select 1 from ${tables} where event_id = ${events.id}
      and (select count(*) from ${bookings} where table_id = ${tables.id} and canceled = 0) between 1 and 4)
    and (date <= ${at + timeline.standbyEnds} or exists (select 1 from ${bookings}
      where event_id = ${events.id} and standby = 1 and canceled = 0 and table_id is null))`);
  return rows.map(({ id }) => id);
}

interface Move {
  bookingId: string;
  /** The table they leave, if they sit at one. */
  from: string | null;
  to: string;
  mail: Mail;
}

/** Gives a free chair to one diner, with the mail that says so: while there is one, and they are where they were. */
export async function takeSeat(
  db: Database,
  { bookingId, from, to, mail }: Move,
  now: Date,
): Promise<boolean> {
  const open = sql`${bookings.id} = ${bookingId} and ${bookings.canceled} = 0 and ${bookings.tableId} is ${from}
    and (select count(*) from bookings others where others.table_id = ${to} and others.canceled = 0) < 5`;
  const [, moved] = await db.batch([
    writeMail(db, mail, now, sql`exists (select 1 from ${bookings} where ${open})`),
    db
      .update(bookings)
      .set({
        tableId: to,
        confirmed: true,
        standby: false,
        remindedAt: null,
        sequence: sql`${bookings.sequence} + 1`,
      })
      .where(open)
      .returning({ id: bookings.id }),
  ]);
  return moved.length === 1;
}

interface MadeTable {
  id: string;
  number: number;
  shares: string[];
  bookingIds: string[];
}

interface Outcome {
  tables: MadeTable[];
  /** Bookings that wait for a seat to fall free. */
  standby: string[];
  mails: { bookingId: string; mail: Mail }[];
}

/**
 * Everything at once, if the claim still stands: tables, who sits at them, who waits, and the mail to each. Whoever has
 * canceled meanwhile is neither seated nor told.
 */
export async function saveNight(
  db: Database,
  { eventId, by }: Claim,
  { tables: made, standby, mails }: Outcome,
  now: Date,
): Promise<boolean> {
  const holds = sql`exists (select 1 from ${events} where id = ${eventId} and claimed_by = ${by} and matched_at is null)`;
  const at = now.getTime();
  const seats = made.flatMap(({ id, bookingIds }) => bookingIds.map((bookingId) => ({ id, bookingId })));
  const letters = mails.map(({ bookingId, mail }) => ({ id: crypto.randomUUID(), bookingId, ...mail }));
  const [, , , , finished] = await db.batch([
    db.insert(tables).select(
      sql`select value ->> 'id', ${eventId}, value ->> 'number', value -> 'shares'
        from json_each(${JSON.stringify(made)}) where ${holds}`,
    ),
    db
      .update(bookings)
      .set({
        confirmed: true,
        sequence: sql`${bookings.sequence} + 1`,
        tableId: sql`(select value ->> 'id' from json_each(${JSON.stringify(seats)}) where value ->> 'bookingId' = ${bookings.id})`,
      })
      .where(
        sql`${holds} and ${bookings.canceled} = 0
          and ${bookings.id} in (select value ->> 'bookingId' from json_each(${JSON.stringify(seats)}))`,
      ),
    db
      .update(bookings)
      .set({ standby: true })
      .where(
        sql`${holds} and ${bookings.canceled} = 0 and ${bookings.id} in (select value from json_each(${JSON.stringify(standby)}))`,
      ),
    db.insert(outbox).select(
      sql`select value ->> 'id', value ->> 'kind', value ->> 'to', value ->> 'subject', value ->> 'html', value ->> 'text',
        ${at}, ${at}, 0, null, null, null, null from json_each(${JSON.stringify(letters)}) where ${holds} and exists (
          select 1 from ${bookings} where id = value ->> 'bookingId' and canceled = 0)`,
    ),
    db
      .update(events)
      .set({ matchedAt: now })
      .where(and(eq(events.id, eventId), eq(events.claimedBy, by), sql`${events.matchedAt} is null`))
      .returning({ id: events.id }),
  ]);
  return finished.length === 1;
}
