import { eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import {
  bookings,
  deposits,
  events,
  matchEntries,
  outbox,
  profiles,
  quizQuestions,
  userAnswers,
  users,
  venues,
} from "#app/db/schema.ts";
import { avatarAddress } from "#app/lib/avatar-address.ts";
import { readableEntry } from "#app/models/matching/match-records.server.ts";

export async function exportAccount(db: Database, userId: string) {
  const [[account], answers, userBookings, userDeposits, emails, entries] = await db.batch([
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
      .orderBy(quizQuestions.position),
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
      .select({ kind: outbox.kind, createdAt: outbox.createdAt, sentAt: outbox.sentAt })
      .from(outbox)
      .where(eq(outbox.to, sql`(select email from ${users} where id = ${userId})`)),
    db
      .select({
        event: matchEntries.eventId,
        ...readableEntry,
      })
      .from(matchEntries)
      .where(eq(matchEntries.userId, userId)),
  ]);
  return {
    account: account && { ...account, photo: avatarAddress(account.photo) },
    answers: answers.map(({ question, choices, isRange, answerIds }) => ({
      question,
      answer: answerIds.map((value) => (isRange ? value : (choices[Number(value) - 1] ?? value))),
    })),
    bookings: userBookings,
    deposits: userDeposits,
    seatings: entries,
    emails,
  };
}
