import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { chunk } from "#app/db/json-list.ts";
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

/** Longer than making the tables takes; a claim older than this was its owner's last word. */
const claimTimeoutMs = 10 * 60_000;

export interface Claim {
  eventId: string;
  by: string;
}

/**
 * Takes a dinner whose booking has ended and whose tables nobody has made or is making; a certain one, if it is named.
 * Asked ten times at once, one gets it.
 */
export async function claimEvent(db: Database, now: Date, eventId?: string): Promise<Claim | undefined> {
  const by = crypto.randomUUID();
  const at = now.getTime();
  const due = sql`(select id from ${events} where closes_at <= ${at} and date > ${at} and matched_at is null
    and canceled_at is null and ${eventId ? sql`id = ${eventId}` : sql`1`}
    and (claimed_at is null or claimed_at <= ${at - claimTimeoutMs}) order by closes_at limit 1)`;
  const [claimed] = await db
    .update(events)
    .set({ claimedBy: by, claimedAt: now })
    .where(sql`${events.id} = ${due}`)
    .returning({ eventId: events.id });
  return claimed && { ...claimed, by };
}

/** How many a cron would find to make. */
export async function countEventsToMatch(db: Database, now: Date): Promise<number> {
  const at = now.getTime();
  return db.$count(
    events,
    sql`closes_at <= ${at} and date > ${at} and matched_at is null and canceled_at is null`,
  );
}

/** While nobody else has taken the dinner over, and its tables are not made. */
export const claimIsMine = ({ eventId, by }: Claim): SQL =>
  sql`exists (select 1 from ${events} where id = ${eventId} and claimed_by = ${by} and matched_at is null)`;

/** All that making the tables of a dinner asks for, and all that mending them does. */
export async function loadMatchData(db: Database, eventId: string) {
  const seeker = sql`${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0`;
  const seekers = sql`(select ${bookings.userId} from ${bookings} where ${seeker})`;
  const [[dinner], questions, diners, avoided, met] = await db.batch([
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
  if (!dinner) return undefined;
  const answers = await loadAnswers(
    db,
    diners.map(({ userId }) => userId),
  );
  return { dinner, questions, diners, answers, avoided, met };
}

type Answers = Record<number, (number | string)[]>;

/** Diner by diner and page by page: a large night's answers are more than one reply should carry. */
async function loadAnswers(db: Database, userIds: string[]): Promise<Map<string, Answers>> {
  const found = new Map<string, Answers>();
  for (const page of chunk(userIds)) {
    const rows = await db.all<{ userId: string; answers: string }>(
      sql`select user_id as userId, json_group_object(question_id, json(answer_ids)) as answers from ${userAnswers}
        where user_id in (select value from json_each(${JSON.stringify(page)})) group by user_id`,
    );
    for (const { userId, answers } of rows) found.set(userId, JSON.parse(answers));
  }
  return found;
}

export type MatchData = NonNullable<Awaited<ReturnType<typeof loadMatchData>>>;
