import { eq, type SQL, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { type quizQuestions, tableTerms } from "#app/db/schema.ts";
import type { LearnedTerm } from "#app/matching/learning/evenings.ts";
import type { PointsByTerm } from "#app/matching/learning/fit-terms.ts";
import type { TableTerms } from "#app/matching/terms/table-terms.ts";

export type TermPoints = Omit<typeof tableTerms.$inferSelect, "id" | "learned" | "drawPercent" | "evenings">;

const learnedPoints = (term: LearnedTerm) =>
  sql`coalesce(${tableTerms.learned} ->> ${term}, ${tableTerms[term]})`;

/** Also where an answer was marked since the points were learned. */
const pointsOfCompany = sql`iif(exists (select 1 from quiz_questions where sensitive = 1 and company <> '[]'),
  min(${tableTerms.company}, ${learnedPoints("company")}), ${learnedPoints("company")})`;

/** Of a term that is in force, what was learned for it counts instead of the operator's points. */
const inForce = (term: LearnedTerm) =>
  sql<number>`iif(${tableTerms[term]} > 0, ${term === "company" ? pointsOfCompany : learnedPoints(term)}, 0)`.as(
    `${term}_in_force`,
  );

/** Those in force, in one row. */
export const selectTermPoints = (db: Database) =>
  db
    .select({
      company: inForce("company"),
      ageAlone: inForce("ageAlone"),
      nearYears: tableTerms.nearYears,
      ageWide: inForce("ageWide"),
      wideYears: tableTerms.wideYears,
      talkerMissing: inForce("talkerMissing"),
      wish: inForce("wish"),
    })
    .from(tableTerms)
    .where(eq(tableTerms.id, 1));

/** A statement for a batch, or alone. What was learned for these no longer counts. */
export function setTermPoints(db: Database, points: Partial<TermPoints>): Statement {
  const paths = Object.keys(points).map((name) => `$.${name}`);
  return db
    .update(tableTerms)
    .set({ ...points, learned: sql`json_remove(${sql.join([tableTerms.learned, ...paths], sql`, `)})` });
}

/** With the operator's points, and how many of a hundred events are made with other weights. */
export const selectTermSettings = (db: Database) => db.select().from(tableTerms).where(eq(tableTerms.id, 1));

/** A statement for the batch that puts learned points in force, or the operator's again. */
export const setLearnedPoints = (db: Database, learned: PointsByTerm | null, condition: SQL): Statement =>
  db.update(tableTerms).set({ learned }).where(condition);

export const setDrawPercent = (db: Database, drawPercent: number): Statement =>
  db.update(tableTerms).set({ drawPercent });

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
