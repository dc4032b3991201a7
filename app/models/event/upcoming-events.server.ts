import { and, asc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batched-read.ts";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events, quizQuestions, userAnswers, venues } from "#app/db/schema.ts";
import { choicesBeforeNone } from "#app/lib/quiz-roles.ts";
import { takenSeatCount } from "#app/models/booking/taken-seats.server.ts";

export interface UpcomingEvent {
  id: string;
  date: Date;
  closesAt: Date;
  timeZone: string;
  venueName: string;
  venueAddress: string;
  /** Positions among the choices of the diet question. */
  diets: number[];
  isOpen: boolean;
  isBooked: boolean;
}

const eventColumns = (now: Date, userId: SQL = sql`''`) => ({
  id: events.id,
  date: events.date,
  closesAt: events.closesAt,
  timeZone: venues.timeZone,
  venueName: venues.name,
  venueAddress: venues.address,
  diets: venues.diets,
  isOpen: sql<boolean>`${events.available} = 1 and ${events.closesAt} > ${now.getTime()}
    and ${events.matchedAt} is null and ${takenSeatCount} < ${events.capacity}`
    .mapWith(Boolean)
    .as("is_open"),
  isBooked: sql<boolean>`exists (select 1 from ${bookings} where ${bookings.eventId} = ${events.id}
    and ${bookings.userId} = ${userId} and ${bookings.canceled} = 0)`
    .mapWith(Boolean)
    .as("is_booked"),
});

const maxEvents = 60;

/** Upcoming events, all diets a venue can serve, and the positions of the diets this user needs. */
export function readUpcomingEvents(db: Database, userId: SQL, now: Date) {
  const isDietQuestion = eq(quizQuestions.role, "diet");
  return batchedRead(
    [
      db
        .select(eventColumns(now, userId))
        .from(events)
        .innerJoin(venues, eq(venues.id, events.venueId))
        .where(and(gt(events.date, now), isNull(events.canceledAt)))
        .orderBy(asc(events.date))
        .limit(maxEvents),
      db.select({ choices: quizQuestions.choices }).from(quizQuestions).where(isDietQuestion),
      db
        .select({ answerIds: userAnswers.answerIds })
        .from(userAnswers)
        .innerJoin(quizQuestions, and(eq(quizQuestions.id, userAnswers.questionId), isDietQuestion))
        .where(eq(userAnswers.userId, userId)),
    ],
    ([upcoming, [dietQuestion], [answer]]) => {
      const diets = choicesBeforeNone(dietQuestion?.choices ?? []);
      const neededDiets = (answer?.answerIds ?? [])
        .map(Number)
        .filter((position) => position <= diets.length);
      return { events: upcoming, diets, neededDiets };
    },
  );
}

export async function findUpcomingEvent(
  db: Database,
  id: string,
  now: Date,
): Promise<UpcomingEvent | undefined> {
  const [found] = await db
    .select(eventColumns(now))
    .from(events)
    .innerJoin(venues, eq(venues.id, events.venueId))
    .where(eq(events.id, id));
  return found;
}
