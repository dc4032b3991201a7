import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { type BatchedRead, batchedRead, type Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean } from "#app/db/columns.ts";
import { isAsked } from "#app/db/conditions.ts";
import { prepareQueriesOfUser } from "#app/db/prepare-queries.ts";
import { consents, profiles, quizQuestions, userAnswers, users } from "#app/db/schema.ts";
import { insertRows, insertWhere, jsonRows } from "#app/db/statements.ts";
import { consentVersion } from "#app/lib/account/consent.ts";
import { countries } from "#app/lib/quiz/countries.ts";
import {
  type Answer,
  type Answers,
  type QuizQuestion,
  type QuizRole,
  rolesWithNone,
} from "#app/lib/quiz/quiz.ts";
import type { Weights } from "#app/matching/learning/weights.ts";
import { eraseEntries } from "#app/models/seating/match-entries.server.ts";
import { selectTermPoints, type TermPoints } from "#app/models/seating/table-terms.server.ts";

/** Without the columns that only the matcher needs. */
export const questionColumns = {
  id: quizQuestions.id,
  category: quizQuestions.category,
  asked: quizQuestions.asked,
  question: quizQuestions.question,
  choices: quizQuestions.choices,
  isMultipleChoice: quizQuestions.isMultipleChoice,
  isRange: quizQuestions.isRange,
  isCountry: quizQuestions.isCountry,
  isYear: quizQuestions.isYear,
  optional: quizQuestions.optional,
  needsConsent: quizQuestions.needsConsent,
  minLabel: quizQuestions.minLabel,
  maxLabel: quizQuestions.maxLabel,
  help: quizQuestions.help,
  endsWithNone: sqlBoolean`coalesce(${inArray(quizQuestions.role, rolesWithNone)}, 0)`.as("ends_with_none"),
};

export interface Quiz {
  questions: QuizQuestion[];
  answers: Answers;
  /** To answer the questions that need it. */
  hasConsent: boolean;
  isDone: boolean;
  /** The question about what dinner may cost. */
  budgetId: number | undefined;
}

export const readQuiz = (db: Database, userId: string | SQL): BatchedRead<Quiz> =>
  batchedRead(
    [
      db
        .select({
          ...questionColumns,
          company: quizQuestions.company,
          role: quizQuestions.role,
          isTold:
            sqlBoolean`(${quizQuestions.says} is not null or ${quizQuestions.companySays} is not null)`.as(
              "is_told",
            ),
        })
        .from(quizQuestions)
        // Who has answered one can see and change that.
        .where(
          sql`${isAsked} or (asked = 'later' and exists (select 1 from ${profiles} where profiles.id = ${userId} and is_quiz_done = 1))
            or exists (select 1 from ${userAnswers} where user_answers.user_id = ${userId}
            and user_answers.question_id = quiz_questions.id and user_answers.answer_ids <> '[]')`,
        )
        .orderBy(asc(quizQuestions.position), asc(quizQuestions.id)),
      selectTermPoints(db),
      db
        .select({ questionId: userAnswers.questionId, answerIds: userAnswers.answerIds })
        .from(userAnswers)
        .where(eq(userAnswers.userId, userId)),
      selectConsent(db, userId),
      db.select({ isQuizDone: profiles.isQuizDone }).from(profiles).where(eq(profiles.id, userId)),
    ],
    ([questions, [points], answers, given, [profile]]) => ({
      questions: questions.map(({ company, role, isTold, ...question }) => ({
        ...question,
        choices: question.isCountry ? countries : question.choices,
        help:
          [
            question.help,
            points && describePromise({ ...question, company, role }, points),
            role === "budget" && !isTold && "Your table never sees this.",
          ]
            .filter(Boolean)
            .join(" ") || null,
      })),
      answers: Object.fromEntries(answers.map(({ questionId, answerIds }) => [questionId, answerIds])),
      hasConsent: given.length > 0,
      isDone: profile?.isQuizDone ?? false,
      budgetId: questions.find(({ role }) => role === "budget")?.id,
    }),
  );

type MarkedQuestion = Pick<typeof quizQuestions.$inferSelect, "choices" | "company" | "isCountry" | "role">;

const list = new Intl.ListFormat("en-GB", { type: "disjunction" });

export const hasCompany = ({ company }: Pick<MarkedQuestion, "company">) =>
  company === "all" || (company?.length ?? 0) > 0;

/** What the terms in force do for whoever answers this question. */
function describePromise(question: MarkedQuestion, points: TermPoints): string | undefined {
  const { choices, company, isCountry, role } = question;
  if (role === "age" && points.ageAlone > 0)
    return `We try to seat you with somebody at most ${points.nearYears} years older or younger.`;
  if (!hasCompany(question) || points.company === 0) return undefined;
  if (isCountry) return "We try not to seat anybody as the only one from their country.";
  const marked = company === "all" ? choices : choices.filter((_, i) => company?.includes(i + 1));
  return `We try not to seat anybody as the only one who answers ${list.format(marked.map((choice) => `“${choice}”`))}.`;
}

export const listQuestionsWithCompany = (db: Database) =>
  db
    .select({
      id: quizQuestions.id,
      question: quizQuestions.question,
      choices: quizQuestions.choices,
      isRange: quizQuestions.isRange,
      isYear: quizQuestions.isYear,
      isCountry: quizQuestions.isCountry,
      company: quizQuestions.company,
    })
    .from(quizQuestions)
    .orderBy(asc(quizQuestions.position), asc(quizQuestions.id));

/** A statement for the batch that puts learned weights in force. */
export function setLearnedWeights(db: Database, weights: Weights, condition: SQL): Statement {
  const rows = Object.entries(weights).map(([id, weight]) => ({ id: Number(id), weight }));
  return db
    .update(quizQuestions)
    .set({ learnedWeight: sql`learned.value ->> 'weight'` })
    .from(sql`${jsonRows(rows)} learned`)
    .where(sql`${quizQuestions.id} = learned.value ->> 'id' and ${condition}`);
}

/** A statement for the batch that puts the operator's weights in force again. */
export const clearLearnedWeights = (db: Database): Statement =>
  db.update(quizQuestions).set({ learnedWeight: null });

const consentTopic = "food-and-health";

const isGiven = (userId: string | SQL) =>
  and(
    eq(consents.userId, userId),
    eq(consents.topic, consentTopic),
    eq(consents.version, consentVersion),
    isNull(consents.withdrawnAt),
  );

export const hasConsent = (userId: string): SQL =>
  sql`exists (select 1 from ${consents} where ${isGiven(userId)})`;

const selectConsent = (db: Database, userId: string | SQL) =>
  db.select({ givenAt: consents.givenAt }).from(consents).where(isGiven(userId));

/** A statement that leaves the first consent in place if it is given twice. */
export const giveConsent = (db: Database, userId: string, now: Date) =>
  insertWhere(
    db,
    consents,
    { userId, topic: consentTopic, version: consentVersion, givenAt: now },
    sql`true`,
  ).onConflictDoNothing();

/** For made-up diners of a local club. */
export const addConsents = (db: Database, userIds: string[], now: Date) =>
  insertRows(
    db,
    consents,
    userIds.map((userId) => ({ userId, topic: consentTopic, version: consentVersion, givenAt: now })),
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
        sql`${consents.userId} in ${userIds} and ${consents.topic} = ${consentTopic} and ${consents.withdrawnAt} is null`,
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
      givenAt: sql<number | null>`(select ${consents.givenAt} from ${consents}
        where ${isGiven(userId)})`.as("consent_given_at"),
    })
    .from(quizQuestions)
    .leftJoin(userAnswers, and(eq(userAnswers.questionId, quizQuestions.id), eq(userAnswers.userId, userId)))
    .where(eq(quizQuestions.needsConsent, true))
    .orderBy(asc(quizQuestions.position), asc(quizQuestions.id)),
]);

export const readConsentState = (db: Database, userId: SQL): BatchedRead<ConsentState> =>
  batchedRead(queryConsentState(db, userId, {}), ([rows]) => ({
    givenAt: typeof rows[0]?.givenAt === "number" ? new Date(rows[0].givenAt) : null,
    questions: rows.map(({ givenAt, ...question }) => question),
  }));
