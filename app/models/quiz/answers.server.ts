import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { isAsked } from "#app/db/conditions.ts";
import { bookings, consents, devices, events, quizQuestions, userAnswers, users } from "#app/db/schema.ts";
import { insertRows, jsonList } from "#app/db/statements.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import type { Answers, QuizRole } from "#app/lib/quiz/quiz.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { markQuizDone } from "#app/models/account/profiles.server.ts";
import { queueEmail } from "#app/models/outbox/queue-emails.server.ts";
import { giveConsent, hasConsent, questionColumns, withdrawConsents } from "./quiz.server.ts";

export const listRoleAnswers = async (db: Database, userId: string) =>
  db
    .select({
      ...questionColumns,
      role: quizQuestions.role,
      answerIds: userAnswers.answerIds,
    })
    .from(userAnswers)
    .innerJoin(quizQuestions, eq(quizQuestions.id, userAnswers.questionId))
    .where(sql`${userAnswers.userId} = ${userId} and ${quizQuestions.role} is not null`)
    .orderBy(asc(quizQuestions.position), asc(quizQuestions.id));

/** Of everybody with a seat at an event, or only at one table of it. */
export const listSeatedAnswers = async (
  db: Database,
  eventId: string,
  roles: readonly QuizRole[],
  tableId?: string,
) =>
  db
    .select({
      bookingId: bookings.id,
      role: quizQuestions.role,
      choices: quizQuestions.choices,
      answerIds: userAnswers.answerIds,
    })
    .from(bookings)
    .innerJoin(userAnswers, eq(userAnswers.userId, bookings.userId))
    .innerJoin(quizQuestions, eq(quizQuestions.id, userAnswers.questionId))
    .where(
      sql`${tableId ? sql`${bookings.tableId} = ${tableId}` : sql`${bookings.eventId} = ${eventId} and ${bookings.tableId} is not null`}
        and ${bookings.canceled} = 0 and ${quizQuestions.role} in ${jsonList(roles)}`,
    );

export const addAnswers = (db: Database, rows: (typeof userAnswers.$inferInsert)[], condition?: SQL) =>
  insertRows(db, userAnswers, rows, condition);

interface Step {
  answers: Answers;
  /** Given or withdrawn with it. */
  consent?: boolean | undefined;
  isLast?: boolean;
  now: Date;
}

/** Returns the questions whose answers were not saved, because they need a consent that was not given. */
export const saveAnswers = async (
  db: Database,
  userId: string,
  answers: Answers,
  isLast = false,
): Promise<number[]> => (await saveStep(db, userId, { answers, isLast, now: new Date() })).refusedIds;

/** Also whether the quiz is done by it. */
export async function saveStep(db: Database, userId: string, { answers, consent, isLast, now }: Step) {
  const rows = Object.entries(answers).map(([id, answerIds]) => ({
    userId,
    questionId: Number(id),
    answerIds,
  }));
  const mayBeSaved = sql`(value ->> 'answerIds' = '[]' or ${hasConsent(userId)}
    or value ->> 'questionId' not in (select id from ${quizQuestions} where needs_consent = 1))`;
  const statements = addAnswers(db, rows, mayBeSaved).map((statement) =>
    statement
      .onConflictDoUpdate({
        target: [userAnswers.userId, userAnswers.questionId],
        set: { answerIds: sql`excluded.answer_ids` },
      })
      .returning({ questionId: userAnswers.questionId }),
  );
  const first: readonly Statement[] = consent
    ? [giveConsent(db, userId, now)]
    : consent === false
      ? withdrawConsents(db, sql`(select ${userId})`, now)
      : [];
  const givenIds = rows.filter(({ answerIds }) => answerIds.length > 0).map(({ questionId }) => questionId);
  const isAllSaved = sql`(${hasConsent(userId)} or not exists (select 1 from ${quizQuestions}
    where ${quizQuestions.needsConsent} = 1 and ${quizQuestions.id} in ${jsonList(givenIds)}))`;
  const last = isLast ? [finishQuiz(db, userId, isAllSaved)] : [];
  const results = await db.batch([...first, ...statements, ...last]);
  const answered = results.slice(first.length, first.length + statements.length);
  const savedIds = answered.flat().map((row) => (row as { questionId: number }).questionId);
  return {
    refusedIds: rows.map(({ questionId }) => questionId).filter((id) => !savedIds.includes(id)),
    isDone: last.length > 0 && results.at(-1)?.length === 1,
  };
}

/** Not while a question that is not optional has no answer, unless it was skipped for want of consent. */
function finishQuiz(db: Database, userId: string, condition: SQL) {
  const unanswered = sql`select 1 from ${quizQuestions} where ${quizQuestions.optional} = 0 and ${isAsked} and not exists (
    select 1 from ${userAnswers} where ${userAnswers.userId} = ${userId}
      and ${userAnswers.questionId} = ${quizQuestions.id}
      and (${userAnswers.answerIds} <> '[]' or (${quizQuestions.needsConsent} = 1 and not ${hasConsent(userId)})))`;
  return markQuizDone(db, userId, sql`${condition} and not exists (${unanswered})`);
}

/** Answers about food and health are not kept for good of people who no longer come: they are asked, and then it is deleted. */

/** No job may be away for longer than the rest; then they are asked again. */
const deletesWithinMs = 60 * dayMs;
const maxAsked = 100;
const maxPostponed = 5_000;

const isDay = (now: Date) => now.getUTCHours() >= 8 && now.getUTCHours() < 18;

/** At night only those who were asked: no email is sent then. */
const isToCheck = (now: Date) =>
  sql`${consents.withdrawnAt} is null and ${consents.topic} = 'food-and-health' and ${consents.checkAt} <= ${now.getTime()}
    and coalesce(${consents.askedAt}, 0) between ${isDay(now) ? 0 : now.getTime() - deletesWithinMs}
      and ${now.getTime() - keptMs.askedAnswers}`;

export async function hasOldAnswers(db: Database, now: Date): Promise<boolean> {
  const found = await db.select({ id: consents.id }).from(consents).where(isToCheck(now)).limit(1);
  return found.length > 0;
}

/** Most have come lately, and are looked at again when they could have stayed away for two years. */
export async function postponeChecks(db: Database, now: Date): Promise<void> {
  const lastDinner = sql`(select max(max(${events.date}, ${bookings.createdAt})) from ${bookings}
    join ${events} on ${events.id} = ${bookings.eventId} where ${bookings.userId} = ${consents.userId})`;
  const lastConsent = sql`(select max(later.given_at) from consents later where later.user_id = ${consents.userId})`;
  await db
    .update(consents)
    .set({
      checkAt: sql`max(${now.getTime() + dayMs}, max(coalesce(${lastDinner}, 0), ${lastConsent}) + ${keptMs.unusedAnswers})`,
    })
    .where(
      sql`${consents.id} in (select ${consents.id} from ${consents}
        where ${isToCheck(now)} and not (${isOfInactive(now)}) limit ${maxPostponed})`,
    );
}

/** Has neither agreed nor had a dinner for two years, nor signed in for as long as browsers are remembered. */
const isOfInactive = (now: Date) => {
  const since = now.getTime() - keptMs.unusedAnswers;
  return sql`${isToCheck(now)} and ${consents.givenAt} <= ${since}
    and not exists (select 1 from consents later where later.user_id = ${consents.userId} and later.given_at > ${since})
    and not exists (select 1 from ${devices} where ${devices.userId} = ${consents.userId})
    and not exists (select 1 from ${bookings} join ${events} on ${events.id} = ${bookings.eventId}
      where ${bookings.userId} = ${consents.userId} and (${events.date} > ${since} or ${bookings.createdAt} > ${since}))`;
};

/** The planner would read all consents in the order of their diners. */
const findUserIds = async (db: Database, condition: SQL) =>
  (
    await db.all<{ userId: string }>(
      sql`select distinct user_id as userId from ${consents} indexed by consents_to_check where ${condition} limit ${maxAsked}`,
    )
  ).map(({ userId }) => userId);

export async function askAboutOldAnswers(db: Database, now: Date): Promise<void> {
  const isToAsk = sql`${isOfInactive(now)} and coalesce(${consents.askedAt}, 0) <= ${now.getTime() - deletesWithinMs}`;
  for (const userId of await findUserIds(db, isToAsk)) {
    const isTheirs = sql`${consents.userId} = ${userId} and ${isToAsk}`;
    await db.batch([
      queueEmail(
        db,
        {
          kind: "old-answers",
          data: {},
          to: sql`(select ${users.email} from ${users} where ${users.id} = ${userId})`,
        },
        now,
        sql`exists (select 1 from ${consents} where ${isTheirs})`,
      ),
      db
        .update(consents)
        .set({ askedAt: now, checkAt: new Date(now.getTime() + keptMs.askedAnswers) })
        .where(isTheirs),
    ]);
  }
}

/** Deletes the answers of those who were asked a month ago, and have not signed in since. */
export async function deleteOldAnswers(db: Database, now: Date): Promise<void> {
  const wasAsked = and(
    isOfInactive(now),
    sql`${consents.askedAt} between ${now.getTime() - deletesWithinMs} and ${now.getTime() - keptMs.askedAnswers}`,
    isNull(consents.withdrawnAt),
  ) as SQL;
  const userIds = await findUserIds(db, wasAsked);
  if (userIds.length > 0) await db.batch(withdrawConsents(db, jsonList(userIds), now));
}
