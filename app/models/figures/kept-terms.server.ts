import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { events, matchRecords } from "#app/db/schema.ts";
import type { TermsReport } from "#app/matching/terms/report-terms.ts";
import type { TableTerms } from "#app/matching/terms/table-terms.ts";
import { type FiguresPeriod, isInPeriod } from "./event-figures.server.ts";

interface KeptTerms {
  tableCount: number;
  points: TableTerms;
  kept: TermsReport;
}

/** What became of the promises at each event of a period, as its tables were made. */
export async function loadKeptTerms(db: Database, period: FiguresPeriod): Promise<KeptTerms[]> {
  const rows = await db.all<{ tableCount: number; points: string; kept: string }>(
    sql`select r.kept_terms as kept, r.terms as points, r.table_count as tableCount
      from ${events} e cross join ${matchRecords} r on r.event_id = e.id
      where ${isInPeriod(period)} and r.kept_terms is not null`,
  );
  return rows.map(({ tableCount, points, kept }) => ({
    tableCount,
    points: JSON.parse(points),
    kept: JSON.parse(kept),
  }));
}
