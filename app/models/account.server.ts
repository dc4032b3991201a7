import { eq, sql } from "drizzle-orm";
import type { Database } from "../db/client.server.ts";
import {
  bookings,
  entries,
  erasures,
  events,
  outbox,
  profiles,
  quizQuestions,
  sessions,
  signInAttempts,
  userAnswers,
  users,
  venues,
} from "../db/schema.ts";

/** Everything we hold of a person, in words they can read. */
export async function exportAccount(db: Database, userId: string) {
  const [[account], answers, booked, mails, seatings] = await db.batch([
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
      .select({ subject: outbox.subject, text: outbox.text, sentAt: outbox.sentAt })
      .from(outbox)
      .where(eq(outbox.to, sql`(select email from ${users} where id = ${userId})`)),
    db
      .select({ dinner: entries.eventId, hash: entries.hash, salt: entries.salt, entry: entries.entry })
      .from(entries)
      .where(eq(entries.userId, userId)),
  ]);
  return {
    account,
    answers: answers.map(({ question, choices, isRange, answerIds }) => ({
      question,
      answer: answerIds.map((value) => (isRange ? value : (choices[Number(value) - 1] ?? value))),
    })),
    bookings: booked,
    seatings,
    // A link in a mail is as good as its mailbox; whoever borrowed a session has not borrowed that.
    mails: mails.map((mail) => ({ ...mail, text: mail.text.replace(/token=[\w-]+/g, "token=…") })),
  };
}

/** The hash in a night's receipt stays; without these two it says nothing of anybody. */
const unreadable = { salt: null, entry: null };

/**
 * Really: every row that hangs on the account goes with it, and so do mails and tries to sign in. What stays is an id
 * that means nothing any more, so that a backup put back can be cleansed again.
 */
export async function eraseAccount(db: Database, userId: string, now: Date): Promise<void> {
  const email = sql`(select email from ${users} where id = ${userId})`;
  await db.batch([
    db.insert(erasures).values({ userId, erasedAt: now }).onConflictDoNothing(),
    db.delete(outbox).where(eq(outbox.to, email)),
    db.delete(signInAttempts).where(eq(signInAttempts.email, email)),
    db.update(entries).set(unreadable).where(eq(entries.userId, userId)),
    db.delete(users).where(eq(users.id, userId)),
  ]);
}

/** After a backup was put back: whoever was erased since is erased again. */
export async function eraseAgain(db: Database): Promise<void> {
  const erased = sql`(select ${users.email} from ${users} join ${erasures} on ${erasures.userId} = ${users.id})`;
  await db.batch([
    db.delete(outbox).where(sql`${outbox.to} in ${erased}`),
    db.delete(signInAttempts).where(sql`${signInAttempts.email} in ${erased}`),
    db
      .update(entries)
      .set(unreadable)
      .where(sql`${entries.userId} in (select ${erasures.userId} from ${erasures})`),
    db.delete(users).where(sql`${users.id} in (select ${erasures.userId} from ${erasures})`),
  ]);
}

export async function endAllSessions(db: Database, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

export async function setReminders(db: Database, userId: string, wantsReminders: boolean): Promise<void> {
  await db.update(profiles).set({ wantsReminders }).where(eq(profiles.id, userId));
}

/** By the address a mail went to. */
export async function setRemindersOf(db: Database, email: string, wantsReminders: boolean): Promise<void> {
  await db
    .update(profiles)
    .set({ wantsReminders })
    .where(sql`${profiles.id} = (select id from ${users} where email = ${email})`);
}
