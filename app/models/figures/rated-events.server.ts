import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events, feedback, matchRecords } from "#app/db/schema.ts";
import type { RatedEvent } from "#app/matching/learning/lift.ts";

/** Those of these events whose weights were chosen at random. */
export async function loadRatedEvents(db: Database, condition: SQL): Promise<RatedEvent[]> {
  const rows = await db.all<{ choice: string; ratings: number; ratingSum: number }>(
    sql`select r.chosen -> '$.choice' as choice, count(*) as ratings, sum(f.rating) as ratingSum
      from ${events} e cross join ${matchRecords} r on r.event_id = e.id
        cross join ${bookings} b on b.event_id = e.id cross join ${feedback} f on f.booking_id = b.id
      where ${condition} and f.rating is not null and r.chosen is not null group by e.id`,
  );
  return rows.map(({ choice, ...sums }) => ({ ...JSON.parse(choice), ...sums }));
}
