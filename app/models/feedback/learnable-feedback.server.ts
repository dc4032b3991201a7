import { asc, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { jsonList } from "#app/db/json-list.ts";
import { avoidances, bookings, feedback, wishes } from "#app/db/schema.ts";
import { dayMs } from "#app/lib/time-units.ts";
import type { Rating } from "#app/matching/learning/rating-sums.ts";

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
