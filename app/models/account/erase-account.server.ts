import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import {
  bookings,
  deposits,
  erasures,
  events,
  matchEntries,
  outbox,
  profiles,
  quizQuestions,
  sessions,
  signInAttempts,
  userAnswers,
  users,
  venues,
} from "#app/db/schema.ts";
import { settleForErasedUsers } from "#app/models/deposit/settlement.server.ts";
import { recordOperatorChanges } from "#app/models/matching/operator-changes.server.ts";

/** Everything we hold of a person, in words they can read. */
export async function exportAccount(db: Database, userId: string) {
  const [[account], answers, booked, paid, mails, seatings] = await db.batch([
    db
      .select({
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        signedUpAt: users.createdAt,
        emailConfirmedAt: users.emailConfirmedAt,
        shownAs: sql<string>`${profiles.firstName}`.as("shown_as"),
        photo: profiles.avatarUrl,
        wantsReminders: profiles.wantsReminders,
      })
      .from(users)
      .innerJoin(profiles, eq(profiles.id, users.id))
      .where(eq(users.id, userId)),
    db
      .select({
        question: quizQuestions.question,
        choices: quizQuestions.choices,
        isRange: quizQuestions.isRange,
        answerIds: userAnswers.answerIds,
      })
      .from(userAnswers)
      .innerJoin(quizQuestions, eq(quizQuestions.id, userAnswers.questionId))
      .where(eq(userAnswers.userId, userId))
      .orderBy(quizQuestions.id),
    db
      .select({
        date: events.date,
        venue: venues.name,
        confirmed: bookings.confirmed,
        canceled: bookings.canceled,
        bookedAt: bookings.createdAt,
        canceledAt: bookings.canceledAt,
      })
      .from(bookings)
      .innerJoin(events, eq(events.id, bookings.eventId))
      .innerJoin(venues, eq(venues.id, events.venueId))
      .where(eq(bookings.userId, userId))
      .orderBy(events.date),
    db
      .select({
        amount: deposits.amount,
        state: deposits.state,
        paidAt: deposits.paidAt,
        settledAt: deposits.settledAt,
      })
      .from(deposits)
      .innerJoin(bookings, eq(bookings.id, deposits.bookingId))
      .where(eq(bookings.userId, userId)),
    db
      .select({ subject: outbox.subject, text: outbox.text, sentAt: outbox.sentAt })
      .from(outbox)
      .where(eq(outbox.to, sql`(select email from ${users} where id = ${userId})`)),
    db
      .select({
        dinner: matchEntries.eventId,
        hash: matchEntries.hash,
        salt: matchEntries.salt,
        entry: matchEntries.entry,
      })
      .from(matchEntries)
      .where(eq(matchEntries.userId, userId)),
  ]);
  return {
    account,
    answers: answers.map(({ question, choices, isRange, answerIds }) => ({
      question,
      answer: answerIds.map((value) => (isRange ? value : (choices[Number(value) - 1] ?? value))),
    })),
    bookings: booked,
    deposits: paid,
    seatings,
    // A link in a mail is as good as its mailbox; whoever borrowed a session has not borrowed that.
    mails: mails.map((mail) => ({ ...mail, text: mail.text.replace(/token=[\w-]+/g, "token=…") })),
  };
}

/** The hash in a night's receipt stays; without these two it says nothing of anybody. */
const withoutEntry = { salt: null, entry: null };

/**
 * Really: every row that hangs on the account goes with it, and so do mails and tries to sign in. What stays is an id
 * that means nothing any more, so that a backup put back can be cleansed again.
 */
export async function eraseAccount(db: Database, userId: string, now: Date): Promise<void> {
  await db.batch(erasureStatements(db, userId, now));
}

/** By an operator: where tables were made, those who had them at theirs may read that a seat was taken away. */
export async function eraseByOperator(db: Database, userId: string, now: Date): Promise<void> {
  const what = "A booking was removed by the club.";
  await db.batch([
    recordOperatorChanges(db, { what, now }, hasSeat(sql`(select ${userId})`, now)),
    ...erasureStatements(db, userId, now),
  ]);
}

/** A dinner to come at which one of them has a chair. */
const hasSeat = (who: SQL, now: Date) =>
  sql`${events.date} > ${now.getTime()} and exists (select 1 from ${bookings}
    where ${bookings.eventId} = ${events.id} and ${bookings.userId} in ${who} and ${bookings.canceled} = 0)`;

function erasureStatements(db: Database, userId: string, now: Date) {
  const email = sql`(select email from ${users} where id = ${userId})`;
  return [
    ...settleForErasedUsers(db, sql`(select ${userId})`, now),
    db.insert(erasures).values({ userId, erasedAt: now }).onConflictDoNothing(),
    db.delete(outbox).where(eq(outbox.to, email)),
    db.delete(signInAttempts).where(eq(signInAttempts.email, email)),
    db.update(matchEntries).set(withoutEntry).where(eq(matchEntries.userId, userId)),
    db.delete(users).where(eq(users.id, userId)),
  ] as const;
}

/** For the batch that puts a backup back: whoever was erased since is erased again with it. */
export function repeatErasures(db: Database, now: Date) {
  const erased = sql`(select ${users.email} from ${users} join ${erasures} on ${erasures.userId} = ${users.id})`;
  const who = sql`(select ${erasures.userId} from ${erasures})`;
  const what = "A booking went with a deleted account when a backup was put back.";
  return [
    recordOperatorChanges(db, { what, now }, hasSeat(who, now)),
    ...settleForErasedUsers(db, who, now),
    db.delete(outbox).where(sql`${outbox.to} in ${erased}`),
    db.delete(signInAttempts).where(sql`${signInAttempts.email} in ${erased}`),
    db.update(matchEntries).set(withoutEntry).where(sql`${matchEntries.userId} in ${who}`),
    db.delete(users).where(sql`${users.id} in ${who}`),
  ] as const;
}

export async function endAllSessions(db: Database, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

export async function setReminders(db: Database, userId: string, wantsReminders: boolean): Promise<void> {
  await db.update(profiles).set({ wantsReminders }).where(eq(profiles.id, userId));
}

/** By the address a mail went to. */
export async function setRemindersByEmail(
  db: Database,
  email: string,
  wantsReminders: boolean,
): Promise<void> {
  await db
    .update(profiles)
    .set({ wantsReminders })
    .where(sql`${profiles.id} = (select id from ${users} where email = ${email})`);
}
