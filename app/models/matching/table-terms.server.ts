import type { Statement } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { tableTerms } from "#app/db/schema.ts";

export type TermPoints = Omit<typeof tableTerms.$inferSelect, "id">;

/** One row. */
export const selectTermPoints = (db: Database) =>
  db
    .select({
      company: tableTerms.company,
      ageAlone: tableTerms.ageAlone,
      nearYears: tableTerms.nearYears,
      ageWide: tableTerms.ageWide,
      wideYears: tableTerms.wideYears,
      talkerMissing: tableTerms.talkerMissing,
      wish: tableTerms.wish,
    })
    .from(tableTerms);

/** A statement for a batch, or alone. */
export const setTermPoints = (db: Database, points: Partial<TermPoints>): Statement =>
  db.update(tableTerms).set(points);
