import { and, asc, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/client.server.ts";
import { isBlocked, isKeptApart } from "#app/db/conditions.ts";
import { avoidances, profiles, users } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { events } from "#app/db/schema/event.ts";
import { mutualWishes } from "#app/db/schema/feedback.ts";
import { feedback, wishes } from "#app/db/schema.ts";
import { insertWhere, jsonList } from "#app/db/statements.ts";
import { eventTimes, lastTellingTime } from "#app/lib/event/event-times.ts";
import { dayMs, hourMs } from "#app/lib/time-units.ts";
import type { Rating } from "#app/matching/learning/rating-sums.ts";
import { listTimeZones } from "#app/models/city/cities.server.ts";
import { queueMeetAgainEmails } from "#app/models/outbox/queue-emails.server.ts";

/** For operators: notes with their diners, so that they can be answered, and ratings as counts. */
export async function readFeedbackSummary(
  db: Database,
  { eventId, since, limit }: { eventId: string | undefined; since: Date; limit: number },
) {
  const isMeant = eventId
    ? eq(bookings.eventId, eventId)
    : sql`${bookings.eventId} in (select id from ${events} where ${events.date} > ${since.getTime()})`;
  const [counts, notes] = await db.batch([
    db
      .select({ rating: feedback.rating, count: sql<number>`count(*)`.as("rating_count") })
      .from(feedback)
      .innerJoin(bookings, eq(bookings.id, feedback.bookingId))
      .where(isMeant)
      .groupBy(feedback.rating),
    db
      .select({
        email: users.email,
        firstName: profiles.firstName,
        date: events.date,
        timeZone: cities.timeZone,
        note: sql<string>`${feedback.note}`.as("note_text"),
      })
      .from(feedback)
      .innerJoin(bookings, eq(bookings.id, feedback.bookingId))
      .innerJoin(events, eq(events.id, bookings.eventId))
      .innerJoin(cities, eq(cities.id, events.cityId))
      .innerJoin(users, eq(users.id, bookings.userId))
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .where(and(isMeant, isNotNull(feedback.note)))
      .orderBy(desc(feedback.answeredAt))
      .limit(limit),
  ]);
  return {
    ratings: [1, 2, 3, 4, 5].map((rating) => counts.find((row) => row.rating === rating)?.count ?? 0),
    answerCount: counts.reduce((sum, { count }) => sum + count, 0),
    notes,
  };
}

/** Pairs that were not told by then wait for the next day, so that emails never come at night. */
const tellingLastsMs = 2 * hourMs;

/** Diners may answer as far apart as the form is open. No job may be away for longer than the rest. */
const pairedWithinMs = eventTimes.feedbackForMs + 6 * dayMs;

/** Both wished it by this time, neither avoids the other or is blocked, and they were not told. The same for both directions. */
const isToTell = (by: Date, cityIds: SQL) => {
  const isRecent = (table: SQL) =>
    sql`${table}.created_at <= ${by.getTime()} and ${table}.created_at > ${by.getTime() - pairedWithinMs}`;
  return sql`${isRecent(sql`"wishes"`)}
    and exists (select 1 from ${wishes} back where back.booking_id = ${wishes.otherBookingId}
      and back.other_booking_id = ${wishes.bookingId} and ${isRecent(sql`back`)})
    and exists (select 1 from bookings own join bookings others on others.table_id = own.table_id
      join ${events} on ${events.id} = own.event_id
      where own.id = ${wishes.bookingId} and others.id = ${wishes.otherBookingId}
        and own.canceled = 0 and others.canceled = 0 and ${events.cityId} in ${cityIds}
        and not ${isKeptApart(sql`own.user_id`, sql`others.user_id`)}
        and not ${isBlocked(sql`own.user_id`, by)} and not ${isBlocked(sql`others.user_id`, by)})
    and not exists (select 1 from ${mutualWishes}
      where ${mutualWishes.bookingId} = min(${wishes.bookingId}, ${wishes.otherBookingId})
        and ${mutualWishes.otherBookingId} = max(${wishes.bookingId}, ${wishes.otherBookingId}))`;
};

const isTellingTime = (now: Date, lastTime: Date) => now.getTime() - lastTime.getTime() < tellingLastsMs;

/** Cities where it is the hour, with pairs to tell. */
export async function findCitiesToTell(db: Database, now: Date): Promise<string[]> {
  const zones = await listTimeZones(db);
  const byTime = Map.groupBy(zones, (timeZone) => lastTellingTime(now, timeZone).getTime());
  const found: string[] = [];
  for (const [time, some] of byTime) {
    const lastTime = new Date(time);
    if (!isTellingTime(now, lastTime)) continue;
    const condition = isToTell(
      lastTime,
      sql`(select id from ${cities} where time_zone in ${jsonList(some)})`,
    );
    const rows = await db
      .selectDistinct({ cityId: events.cityId })
      .from(wishes)
      .innerJoin(bookings, eq(bookings.id, wishes.bookingId))
      .innerJoin(events, eq(events.id, bookings.eventId))
      .where(condition);
    found.push(...rows.map(({ cityId }) => cityId));
  }
  return found;
}

/** What the diner of a booking chose to give, or the email address. */
const contactOf = (bookingId: SQLiteColumn) => sql`(select coalesce(said.contact, their_user.email)
  from bookings their join users their_user on their_user.id = their.user_id
    left join feedback said on said.booking_id = their.id where their.id = ${bookingId})`;

/** Writes the pairs of a city and both emails at once; a second run finds them told, and one that comes too late does nothing. */
export async function tellPairs(db: Database, cityId: string, now: Date): Promise<void> {
  const [city] = await db.select({ timeZone: cities.timeZone }).from(cities).where(eq(cities.id, cityId));
  if (!city) return;
  const lastTime = lastTellingTime(now, city.timeZone);
  if (!isTellingTime(now, lastTime)) return;
  const condition = isToTell(lastTime, sql`(${cityId})`);
  const wantsSameTableToo = sql`(select back.wants_same_table from ${wishes} back
    where back.booking_id = ${wishes.otherBookingId} and back.other_booking_id = ${wishes.bookingId})`;
  await db.batch([
    queueMeetAgainEmails(db, now, condition),
    insertWhere(
      db,
      mutualWishes,
      {
        bookingId: sql`${wishes.bookingId}`,
        otherBookingId: sql`${wishes.otherBookingId}`,
        contact: contactOf(wishes.bookingId),
        otherContact: contactOf(wishes.otherBookingId),
        wantSameTable: sql`${wishes.wantsSameTable} and ${wantsSameTableToo}`,
        toldAt: now,
      },
      sql`${wishes.bookingId} < ${wishes.otherBookingId} and ${condition}`,
      wishes,
    ),
  ]);
}

/** Until then most diners have changed what they wanted to change; later changes don't count for the weights. */
const learnedAfterMs = dayMs;

const isDue = (now: Date) =>
  sql`${feedback.learnedAt} is null and ${feedback.answeredAt} <= ${now.getTime() - learnedAfterMs}`;

export async function countFeedbackToLearn(db: Database, now: Date): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)` }).from(feedback).where(isDue(now));
  return row?.count ?? 0;
}

export interface LearnableFeedback {
  bookingId: string;
  userId: string;
  mates: { userId: string; rating: Rating }[];
}

/** What each diner said of each table-mate: 1 for a wish, -1 for "rather not", otherwise 0. */
export async function findFeedbackToLearn(
  db: Database,
  now: Date,
  limit: number,
): Promise<LearnableFeedback[]> {
  const rating = sql`case
    when exists (select 1 from ${wishes} where ${wishes.bookingId} = own.id and ${wishes.otherBookingId} = theirs.id) then 1
    when exists (select 1 from ${avoidances} where ${avoidances.userId} = own.user_id
      and ${avoidances.otherId} = theirs.user_id and ${avoidances.eventId} = own.event_id) then -1
    else 0 end`;
  const rows = await db
    .select({
      bookingId: feedback.bookingId,
      userId: sql<string>`own.user_id`.as("rater_id"),
      mates: sql<string>`(select json_group_array(json_object('userId', theirs.user_id, 'rating', ${rating}))
        from bookings theirs where theirs.table_id = own.table_id and theirs.id <> own.id
          and theirs.confirmed = 1 and theirs.canceled = 0)`.as("mates"),
    })
    .from(feedback)
    .innerJoin(sql`${bookings} own`, sql`own.id = ${feedback.bookingId}`)
    .where(isDue(now))
    .orderBy(asc(feedback.answeredAt), asc(feedback.bookingId))
    .limit(limit);
  return rows.map(({ mates, ...row }) => ({ ...row, mates: JSON.parse(mates) }));
}

const areUnlearned = (bookingIds: string[]) =>
  sql`${feedback.bookingId} in ${jsonList(bookingIds)} and ${feedback.learnedAt} is null`;

/** Nobody else has learned from any of it, and it is all still there. */
export const areLearnable = (bookingIds: string[]): SQL =>
  sql`(select count(*) from ${feedback} where ${areUnlearned(bookingIds)}) = ${bookingIds.length}`;

/** A statement for the batch that adds this feedback to the sums. */
export const markLearned = (db: Database, bookingIds: string[], condition: SQL, now: Date) =>
  db
    .update(feedback)
    .set({ learnedAt: now })
    .where(sql`${areUnlearned(bookingIds)} and ${condition}`);
