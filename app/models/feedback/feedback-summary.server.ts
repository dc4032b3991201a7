import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, cities, events, feedback, profiles, users } from "#app/db/schema.ts";

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
    /** How many diners gave each, from 1 to 5. */
    ratings: [1, 2, 3, 4, 5].map((rating) => counts.find((row) => row.rating === rating)?.count ?? 0),
    answerCount: counts.reduce((sum, { count }) => sum + count, 0),
    notes,
  };
}
