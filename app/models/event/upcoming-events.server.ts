import { and, asc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batched-read.ts";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events, quizQuestions, userAnswers, venues } from "#app/db/schema.ts";

export interface UpcomingEvent {
  id: string;
  date: Date;
  closesAt: Date;
  timeZone: string;
  venueName: string;
  venueAddress: string;
  /** Positions among the choices of the question about diets. */
  diets: number[];
  isOpen: boolean;
  /** Who asks has a chair there. */
  isBooked: boolean;
}

/** Active bookings of an event: what the index of taken seats counts. */
export const takenSeatCount = sql<number>`(select count(*) from ${bookings}
  where ${bookings.eventId} = ${events.id} and ${bookings.canceled} = 0)`;

const dinner = (now: Date, userId: SQL = sql`''`) => ({
  id: events.id,
  date: events.date,
  closesAt: events.closesAt,
  timeZone: venues.timeZone,
  venueName: venues.name,
  venueAddress: venues.address,
  diets: venues.diets,
  isOpen: sql<boolean>`${events.available} = 1 and ${events.closesAt} > ${now.getTime()}
    and ${takenSeatCount} < ${events.capacity}`
    .mapWith(Boolean)
    .as("is_open"),
  isBooked: sql<boolean>`exists (select 1 from ${bookings} where ${bookings.eventId} = ${events.id}
    and ${bookings.userId} = ${userId} and ${bookings.canceled} = 0)`
    .mapWith(Boolean)
    .as("is_mine"),
});

/** A year of weekly dinners, and more than anyone scrolls through. */
const pageSize = 60;

const upcoming = (db: Database, now: Date, userId: SQL) =>
  db
    .select(dinner(now, userId))
    .from(events)
    .innerJoin(venues, eq(venues.id, events.venueId))
    .where(and(gt(events.date, now), isNull(events.canceledAt)))
    .orderBy(asc(events.date))
    .limit(pageSize);

/** The dinners there are to choose from, what kitchens may be asked for, and what this diner asks of them. */
export function readUpcomingEvents(db: Database, userId: SQL, now: Date) {
  const isDiet = eq(quizQuestions.role, "diet");
  return batchedRead(
    [
      upcoming(db, now, userId),
      db.select({ choices: quizQuestions.choices }).from(quizQuestions).where(isDiet),
      db
        .select({ answerIds: userAnswers.answerIds })
        .from(userAnswers)
        .innerJoin(quizQuestions, and(eq(quizQuestions.id, userAnswers.questionId), isDiet))
        .where(eq(userAnswers.userId, userId)),
    ],
    ([dinners, [diet], [answer]]) => {
      const diets = diet?.choices.slice(0, -1) ?? [];
      const asked = (answer?.answerIds ?? []).map(Number).filter((position) => position <= diets.length);
      return { dinners, diets, asked };
    },
  );
}

export async function findUpcomingEvent(
  db: Database,
  id: string,
  now: Date,
): Promise<UpcomingEvent | undefined> {
  const [found] = await db
    .select(dinner(now))
    .from(events)
    .innerJoin(venues, eq(venues.id, events.venueId))
    .where(eq(events.id, id));
  return found;
}
