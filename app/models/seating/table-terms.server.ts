import { eq } from "drizzle-orm";
import type { Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { type quizQuestions, tableTerms } from "#app/db/schema.ts";
import type { TableTerms } from "#app/matching/terms/diner-terms.ts";

export type TermPoints = Omit<typeof tableTerms.$inferSelect, "id">;

/** In one row. */
export const selectTermPoints = (db: Database) => db.select().from(tableTerms).where(eq(tableTerms.id, 1));

/** A statement for a batch, or alone. */
export const setTermPoints = (db: Database, points: Partial<TermPoints>): Statement =>
  db.update(tableTerms).set(points);

/** Terms without points are left out. */
export function toTableTerms(
  questions: readonly Pick<typeof quizQuestions.$inferSelect, "id" | "role" | "talkers">[],
  points: TermPoints,
): TableTerms {
  const { company, ageAlone, ageWide, nearYears, wideYears, talkerMissing, wish } = points;
  const age = questions.find(({ role }) => role === "age");
  const talker = questions.find(({ talkers }) => talkers?.length);
  return {
    ...(company > 0 ? { company } : {}),
    ...(age && ageAlone + ageWide > 0
      ? { age: { question: age.id, alone: ageAlone, nearYears, wide: ageWide, wideYears } }
      : {}),
    ...(talker?.talkers && talkerMissing > 0
      ? { talker: { question: talker.id, choices: talker.talkers, missing: talkerMissing } }
      : {}),
    ...(wish > 0 ? { wish } : {}),
  };
}
