import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { chunk, jsonList } from "#app/db/json-list.ts";
import {
  avoidances,
  bookings,
  events,
  profiles,
  quizQuestions,
  userAnswers,
  users,
  venues,
} from "#app/db/schema.ts";

export async function loadMatchData(db: Database, eventId: string) {
  const isActiveHere = sql`${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0`;
  const userIds = sql`(select ${bookings.userId} from ${bookings} where ${isActiveHere})`;
  const [[event], questions, diners, avoided, met] = await db.batch([
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
        /** How often they were on standby without a seat since they last had one. */
        standbyCount:
          sql<number>`(select count(*) from bookings p where p.user_id = ${bookings.userId} and p.standby = 1
          and p.table_id is null and p.created_at > coalesce((select max(q.created_at) from bookings q
            where q.user_id = ${bookings.userId} and q.table_id is not null), 0))`.as("standby_count"),
      })
      .from(bookings)
      .innerJoin(users, eq(users.id, bookings.userId))
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .where(isActiveHere),
    db
      .select({ userId: avoidances.userId, otherId: avoidances.otherId })
      .from(avoidances)
      .where(and(sql`${avoidances.userId} in ${userIds}`, sql`${avoidances.otherId} in ${userIds}`)),
    db
      .select({ userId: bookings.userId, otherId: sql<string>`theirs.user_id`.as("other_id") })
      .from(bookings)
      .innerJoin(
        sql`bookings theirs`,
        sql`theirs.table_id = ${bookings.tableId} and theirs.user_id <> ${bookings.userId} and theirs.canceled = 0`,
      )
      .where(
        sql`${bookings.userId} in ${userIds} and theirs.user_id in ${userIds} and ${bookings.canceled} = 0
          and ${bookings.eventId} <> ${eventId}`,
      ),
  ]);
  if (!event) return undefined;
  const answers = await loadAnswers(
    db,
    diners.map(({ userId }) => userId),
  );
  return { event, questions, diners, answers, avoided, met };
}

export type MatchData = NonNullable<Awaited<ReturnType<typeof loadMatchData>>>;

type Answers = Record<number, (number | string)[]>;

/** In several queries: the answers of a large event are more than one D1 response should carry. */
async function loadAnswers(db: Database, userIds: string[]): Promise<Map<string, Answers>> {
  const found = new Map<string, Answers>();
  for (const ids of chunk(userIds)) {
    const rows = await db.all<{ userId: string; answers: string }>(
      sql`select user_id as userId, json_group_object(question_id, json(answer_ids)) as answers from ${userAnswers}
        where user_id in ${jsonList(ids)} group by user_id`,
    );
    for (const { userId, answers } of rows) found.set(userId, JSON.parse(answers));
  }
  return found;
}
