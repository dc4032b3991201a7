import { and, eq, inArray, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import {
  absences,
  attendanceReports,
  avoidances,
  bookings,
  cities,
  consents,
  deposits,
  devices,
  events,
  feedback,
  identities,
  lateNotes,
  ledger,
  matchEntries,
  mutualWishes,
  outbox,
  passkeys,
  profiles,
  quizQuestions,
  sessions,
  signInAttempts,
  tables,
  tokens,
  userAnswers,
  users,
  venues,
  wishes,
} from "#app/db/schema.ts";
import { hostKinds, secretKinds } from "#app/lib/email-kinds.ts";
import { readableEntry } from "#app/models/matching/match-entries.server.ts";
import { readAvatarAsDataUrl } from "./avatars.server.ts";

interface Store {
  db: Database;
  bucket: R2Bucket;
}

/** Everything kept of a person, but what signs them in. tests/db/export-account.test.ts compares it with the schema. */
export async function exportAccount({ db, bucket }: Store, userId: string) {
  const address = sql`(select email from ${users} where id = ${userId})`;
  const ownBookings = sql`(select id from ${bookings} where user_id = ${userId})`;
  const ownDeposits = sql`(select id from ${deposits} where booking_id in ${ownBookings})`;
  const [
    [account],
    signIn,
    links,
    attempts,
    signedIn,
    ownPasskeys,
    knownBrowsers,
    agreed,
    answers,
    ownRows,
    reports,
    paid,
    money,
    emails,
    entries,
    said,
    wished,
    told,
    avoided,
  ] = await db.batch([
    db
      .select({
        id: users.id,
        email: users.email,
        firstName: sql<string>`${users.firstName}`.as("own_first_name"),
        lastName: users.lastName,
        userName: users.userName,
        signedUpAt: users.createdAt,
        emailConfirmedAt: users.emailConfirmedAt,
        googleUnlinkedAt: users.googleUnlinkedAt,
        shownAs: sql<string>`${profiles.firstName}`.as("shown_as"),
        photo: profiles.avatarUrl,
        isQuizDone: profiles.isQuizDone,
        wantsReminders: profiles.wantsReminders,
      })
      .from(users)
      .innerJoin(profiles, eq(profiles.id, users.id))
      .where(eq(users.id, userId)),
    db
      .select({
        provider: identities.provider,
        subject: identities.subject,
        createdAt: identities.createdAt,
      })
      .from(identities)
      .where(eq(identities.userId, userId)),
    db
      .select({
        purpose: tokens.purpose,
        email: tokens.email,
        firstName: tokens.firstName,
        lastName: tokens.lastName,
        createdAt: tokens.createdAt,
        expiresAt: tokens.expiresAt,
      })
      .from(tokens)
      .where(eq(tokens.userId, userId)),
    db
      .select({ email: signInAttempts.email, at: signInAttempts.at })
      .from(signInAttempts)
      .where(eq(signInAttempts.email, address)),
    db
      .select({
        browser: sessions.browser,
        place: sessions.place,
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
        verifiedAt: sessions.verifiedAt,
        expiresAt: sessions.expiresAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    db
      .select({
        name: passkeys.name,
        transports: passkeys.transports,
        counter: passkeys.counter,
        createdAt: passkeys.createdAt,
        lastUsedAt: passkeys.lastUsedAt,
      })
      .from(passkeys)
      .where(eq(passkeys.userId, userId)),
    db
      .select({ createdAt: devices.createdAt, lastUsedAt: devices.lastUsedAt })
      .from(devices)
      .where(eq(devices.userId, userId)),
    db
      .select({
        topic: consents.topic,
        version: consents.version,
        givenAt: consents.givenAt,
        withdrawnAt: consents.withdrawnAt,
      })
      .from(consents)
      .where(eq(consents.userId, userId)),
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
        id: sql<string>`${bookings.id}`.as("booking_id"),
        date: events.date,
        city: sql<string>`${cities.name}`.as("city_name"),
        venue: venues.name,
        confirmed: bookings.confirmed,
        canceled: bookings.canceled,
        canceledByClub: bookings.canceledByClub,
        bookedAt: bookings.createdAt,
        canceledAt: bookings.canceledAt,
        standby: bookings.standby,
        standbyReason: bookings.standbyReason,
        remindedAt: bookings.remindedAt,
        askedAt: bookings.askedAt,
        movedByClubAt: bookings.movedAt,
        attendance: bookings.attendance,
        calendarVersion: bookings.sequence,
        table: tables.number,
        tableShares: tables.shares,
        lateMinutes: lateNotes.minutes,
        saidLateAt: lateNotes.at,
        toldAboutNoShowAt: absences.toldAt,
        contestedNoShowAt: absences.contestedAt,
        contestOfNoShow: absences.contest,
        answeredContestAt: absences.resolvedAt,
      })
      .from(bookings)
      .innerJoin(events, eq(events.id, bookings.eventId))
      .innerJoin(cities, eq(cities.id, events.cityId))
      .leftJoin(tables, eq(tables.id, bookings.tableId))
      .leftJoin(venues, eq(venues.id, tables.venueId))
      .leftJoin(lateNotes, eq(lateNotes.bookingId, bookings.id))
      .leftJoin(absences, eq(absences.bookingId, bookings.id))
      .where(eq(bookings.userId, userId))
      .orderBy(events.date),
    db
      .select({
        booking: attendanceReports.reportedBy,
        about: sql<string>`iif(${attendanceReports.source} = 'mate', 'a table-mate', 'me')`.as("about"),
        source: attendanceReports.source,
        came: attendanceReports.came,
        at: attendanceReports.at,
      })
      .from(attendanceReports)
      .where(
        and(
          sql`${attendanceReports.reportedBy} in ${ownBookings}`,
          inArray(attendanceReports.source, ["diner", "mate"]),
        ),
      ),
    db.select().from(deposits).where(sql`${deposits.bookingId} in ${ownBookings}`),
    db.select().from(ledger).where(sql`${ledger.depositId} in ${ownDeposits}`).orderBy(ledger.id),
    db
      .select({
        kind: outbox.kind,
        to: outbox.to,
        says: sql<
          string | null
        >`case when ${inArray(outbox.kind, [...secretKinds, "meet-again"])} then null else ${outbox.data} end`.as(
          "says",
        ),
        createdAt: outbox.createdAt,
        dueAt: outbox.dueAt,
        expiresAt: outbox.expiresAt,
        expiredAt: outbox.expiredAt,
        sentAt: outbox.sentAt,
        parkedAt: outbox.parkedAt,
        lastError: outbox.lastError,
      })
      .from(outbox)
      .where(
        or(
          eq(outbox.to, address),
          and(sql`${outbox.bookingId} in ${ownBookings}`, notInArray(outbox.kind, hostKinds)),
          sql`${outbox.kind} = 'email-changed' and ${outbox.data} ->> 'userId' = ${userId}`,
        ),
      )
      .orderBy(outbox.createdAt),
    db
      .select({
        event: matchEntries.eventId,
        ...readableEntry,
      })
      .from(matchEntries)
      .where(eq(matchEntries.userId, userId)),
    db
      .select({
        booking: feedback.bookingId,
        rating: feedback.rating,
        note: feedback.note,
        contact: feedback.contact,
        firstAnsweredAt: feedback.firstAnsweredAt,
        answeredAt: feedback.answeredAt,
        learnedAt: feedback.learnedAt,
      })
      .from(feedback)
      .where(sql`${feedback.bookingId} in ${ownBookings}`),
    db
      .select({
        booking: wishes.bookingId,
        firstName: profiles.firstName,
        wantsSameTable: wishes.wantsSameTable,
        createdAt: wishes.createdAt,
      })
      .from(wishes)
      .innerJoin(bookings, eq(bookings.id, wishes.otherBookingId))
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .where(sql`${wishes.bookingId} in ${ownBookings}`)
      .orderBy(wishes.bookingId, profiles.firstName),
    db
      .select({
        firstName: profiles.firstName,
        wantSameTable: mutualWishes.wantSameTable,
        toldAt: mutualWishes.toldAt,
      })
      .from(mutualWishes)
      .innerJoin(
        bookings,
        sql`${bookings.id} = iif(${mutualWishes.bookingId} in ${ownBookings}, ${mutualWishes.otherBookingId}, ${mutualWishes.bookingId})`,
      )
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .where(
        sql`${mutualWishes.bookingId} in ${ownBookings} or ${mutualWishes.otherBookingId} in ${ownBookings}`,
      )
      .orderBy(mutualWishes.toldAt, profiles.firstName),
    db
      .select({ firstName: profiles.firstName, date: events.date })
      .from(avoidances)
      .innerJoin(profiles, eq(profiles.id, avoidances.otherId))
      .innerJoin(events, eq(events.id, avoidances.eventId))
      .where(eq(avoidances.userId, userId))
      .orderBy(events.date, profiles.firstName),
  ]);
  return {
    account: account && { ...account, photo: await readAvatarAsDataUrl(bucket, account.photo) },
    signInWith: signIn,
    passkeys: ownPasskeys,
    sessions: signedIn,
    knownBrowsers,
    linksInEmails: links,
    failedSignIns: attempts,
    consents: agreed,
    answers: answers.map(({ question, choices, isRange, answerIds }) => ({
      question,
      answer: answerIds.map((value) => (isRange ? value : (choices[Number(value) - 1] ?? value))),
    })),
    bookings: ownRows,
    /** What the diner said about who came; not what others said of them. */
    attendanceReports: reports,
    deposits: paid.map((deposit) => ({
      ...deposit,
      ledger: money.filter(({ depositId }) => depositId === deposit.id),
    })),
    feedback: said,
    wouldMeetAgain: wished,
    wouldBothMeetAgain: told,
    wouldRatherNotSitBeside: avoided,
    seatings: entries,
    emails: emails.map(({ says, ...email }) => ({ ...email, says: says && JSON.parse(says) })),
  };
}
