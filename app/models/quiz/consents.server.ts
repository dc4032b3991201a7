import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type BatchedRead, batchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { prepareQueriesOfUser } from "#app/db/prepare-queries.ts";
import { consents, quizQuestions, userAnswers, users } from "#app/db/schema.ts";
import { insertRows, insertWhere } from "#app/db/statements.ts";
import { consentVersion } from "#app/lib/account/consent.ts";
import type { Answer, QuizQuestion, QuizRole } from "#app/lib/quiz/quiz.ts";
import { forgetCompany } from "#app/models/booking/tables.server.ts";
import { eraseEntries } from "#app/models/seating/match-entries.server.ts";
import { questionColumns } from "./question-columns.ts";

const topic = "food-and-health";

const isGiven = (userId: string | SQL) =>
  and(
    eq(consents.userId, userId),
    eq(consents.topic, topic),
    eq(consents.version, consentVersion),
    isNull(consents.withdrawnAt),
  );

export const hasConsent = (userId: string): SQL =>
  sql`exists (select 1 from ${consents} where ${isGiven(userId)})`;

export const selectConsent = (db: Database, userId: string | SQL) =>
  db.select({ givenAt: consents.givenAt }).from(consents).where(isGiven(userId));

/** A statement that leaves the first consent in place if it is given twice. */
export const giveConsent = (db: Database, userId: string, now: Date) =>
  insertWhere(
    db,
    consents,
    { userId, topic, version: consentVersion, givenAt: now },
    sql`true`,
  ).onConflictDoNothing();

/** For made-up diners of a local club. */
export const addConsents = (db: Database, userIds: string[], now: Date) =>
  insertRows(
    db,
    consents,
    userIds.map((userId) => ({ userId, topic, version: consentVersion, givenAt: now })),
  );

/** Deletes the answers that needed the consent, and their copies in match records; the questions count as skipped. */
export async function withdrawConsent(db: Database, userId: string, now: Date): Promise<void> {
  await db.batch(withdrawConsents(db, sql`(select ${userId})`, now));
}

export const withdrawConsents = (db: Database, userIds: SQL, now: Date) =>
  [
    db
      .update(consents)
      .set({ withdrawnAt: now })
      .where(
        sql`${consents.userId} in ${userIds} and ${consents.topic} = ${topic} and ${consents.withdrawnAt} is null`,
      ),
    insertWhere(
      db,
      userAnswers,
      { userId: users.id, questionId: quizQuestions.id, answerIds: [] },
      sql`${users.id} in ${userIds} and ${quizQuestions.needsConsent} = 1`,
      sql`${users}, ${quizQuestions}`,
    ).onConflictDoUpdate({
      target: [userAnswers.userId, userAnswers.questionId],
      set: { answerIds: [] },
    }),
    eraseEntries(db, userIds),
    forgetCompany(db, userIds),
  ] as const;

interface ConsentState {
  /** Null if it was never given, is withdrawn, or was given for another text. */
  givenAt: Date | null;
  /** Those that need it, with what was answered; null where nothing was. */
  questions: AskedQuestion[];
}

export type ConsentQuestion = QuizQuestion & { role: QuizRole | null };

export type AskedQuestion = ConsentQuestion & { answer: Answer | null };

const queryConsentState = prepareQueriesOfUser([], (db, userId) => [
  db
    .select({
      ...questionColumns,
      role: quizQuestions.role,
      answer: userAnswers.answerIds,
      givenAt: sql<number | null>`(select ${consents.givenAt} from ${consents} where ${isGiven(userId)})`.as(
        "consent_given_at",
      ),
    })
    .from(quizQuestions)
    .leftJoin(userAnswers, and(eq(userAnswers.questionId, quizQuestions.id), eq(userAnswers.userId, userId)))
    .where(eq(quizQuestions.needsConsent, true))
    .orderBy(asc(quizQuestions.position)),
]);

export const readConsentState = (db: Database, userId: SQL): BatchedRead<ConsentState> =>
  batchedRead(queryConsentState(db, userId, {}), ([rows]) => ({
    givenAt: typeof rows[0]?.givenAt === "number" ? new Date(rows[0].givenAt) : null,
    questions: rows.map(({ givenAt, ...question }) => question),
  }));
