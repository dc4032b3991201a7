import { desc, isNotNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { events } from "#app/db/schema.ts";
import type { Diner } from "#app/matching/diner.ts";
import { loadMatchData } from "#app/models/matching/match-data.server.ts";
import { buildMatchInput } from "#app/models/matching/match-input.server.ts";

/** Who sat together at the last events, newest event first. */
export async function loadRecentTables(
  db: Database,
  env: Env,
  now: Date,
  eventCount: number,
): Promise<Diner[][]> {
  const recent = await db
    .select({ id: events.id })
    .from(events)
    .where(
      sql`${events.date} <= ${now.getTime()} and ${isNotNull(events.matchedAt)} and ${events.canceledAt} is null`,
    )
    .orderBy(desc(events.date))
    .limit(eventCount);
  const tables: Diner[][] = [];
  for (const { id } of recent) {
    const data = await loadMatchData(db, id);
    if (!data) continue;
    const tableOf = new Map(data.diners.map(({ bookingId, tableId }) => [bookingId, tableId]));
    const seated = buildMatchInput(id, data, env).diners.filter((diner) => tableOf.get(diner.id));
    tables.push(...Map.groupBy(seated, (diner) => tableOf.get(diner.id)).values());
  }
  return tables.filter((diners) => diners.length > 1);
}
