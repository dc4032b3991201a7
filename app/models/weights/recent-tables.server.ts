import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events } from "#app/db/schema.ts";
import type { Diner } from "#app/matching/match-input.ts";
import { loadAnswers } from "./diner-answers.server.ts";

/** What those answered who sat together at the last events, table by table. */
export async function loadRecentTables(
  db: Database,
  now: Date,
  eventCount: number,
): Promise<Pick<Diner, "answers">[][]> {
  const seated = await db
    .select({ userId: bookings.userId, tableId: bookings.tableId })
    .from(bookings)
    .where(
      sql`${bookings.canceled} = 0 and ${bookings.tableId} is not null and ${bookings.eventId} in (select id from ${events}
        where date <= ${now.getTime()} and matched_at is not null and canceled_at is null order by date desc limit ${eventCount})`,
    );
  const answers = await loadAnswers(
    db,
    seated.map(({ userId }) => userId),
  );
  return [...Map.groupBy(seated, ({ tableId }) => tableId).values()]
    .filter((diners) => diners.length > 1)
    .map((diners) => diners.map(({ userId }) => ({ answers: answers.get(userId) ?? {} })));
}
