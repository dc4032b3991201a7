import { eq, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batched-read.ts";
import type { Database } from "#app/db/client.server.ts";
import { isAsked } from "#app/db/is-asked.ts";
import { prepareQueriesOfUser } from "#app/db/prepare-queries.ts";
import { consents, profiles, quizQuestions, userAnswers, users } from "#app/db/schema.ts";
import { consentVersion } from "#app/lib/account/consent.ts";
import { keepPastNames } from "#app/models/booking/transitions.server.ts";

const queryProfile = prepareQueriesOfUser([], (db, userId) => [
  db
    .select({
      firstName: sql<string>`${profiles.firstName}`.as("shown_first_name"),
      avatarUrl: profiles.avatarUrl,
      isQuizDone: profiles.isQuizDone,
      wantsReminders: profiles.wantsReminders,
      /** Questions that were added after this user finished the quiz, or answered before their consent was asked for. */
      unseenQuestionCount: sql<number>`(select count(*) from ${quizQuestions}
        where ${isAsked} and not exists (select 1 from ${userAnswers}
          where user_answers.user_id = ${userId} and user_answers.question_id = quiz_questions.id
            and (needs_consent = 0 or answer_ids = '[]' or exists (select 1 from ${consents}
              where consents.user_id = ${userId} and version = ${consentVersion} and withdrawn_at is null))))`.as(
        "unseen_question_count",
      ),
    })
    .from(profiles)
    .where(eq(profiles.id, userId)),
]);

export const readProfile = (db: Database, userId: string | SQL) =>
  batchedRead(queryProfile(db, userId, {}), ([[profile]]) => profile);

export type Profile = NonNullable<ReturnType<ReturnType<typeof readProfile>["toResult"]>>;

/** Statements that change the name that table-mates see and the name that the site uses. */
export const changeFirstName = (db: Database, userId: string, firstName: string, now: Date) =>
  [
    keepPastNames(db, userId, firstName, now),
    db.update(profiles).set({ firstName }).where(eq(profiles.id, userId)),
    db.update(users).set({ firstName, userName: firstName }).where(eq(users.id, userId)),
  ] as const;

export async function updateFirstName(...change: Parameters<typeof changeFirstName>): Promise<void> {
  await change[0].batch(changeFirstName(...change));
}

/** A statement that returns a row where it is done. */
export const markQuizDone = (db: Database, userId: string, condition: SQL) =>
  db
    .update(profiles)
    .set({ isQuizDone: true })
    .where(sql`${profiles.id} = ${userId} and ${condition}`)
    .returning({ id: profiles.id });

export async function setReminders(
  db: Database,
  userId: string | SQL,
  wantsReminders: boolean,
): Promise<void> {
  await db.update(profiles).set({ wantsReminders }).where(eq(profiles.id, userId));
}
