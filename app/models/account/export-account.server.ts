import { and, eq, getTableColumns, notInArray, or, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { runNamed } from "#app/db/batches.ts";
import type { Store } from "#app/db/client.server.ts";
import { sqlBoolean } from "#app/db/columns.ts";
import { isKeptApart } from "#app/db/conditions.ts";
import { nameAtDinner } from "#app/db/dinner-facts.ts";
import {
  avoidances,
  blocks,
  devices,
  identities,
  passkeys,
  profiles,
  recoveries,
  sessions,
  signInAttempts,
  tokens,
  users,
} from "#app/db/schema/account.ts";
import { absences, attendanceReports, lateNotes, phoneNumbers } from "#app/db/schema/attendance.ts";
import { bookings, pairs } from "#app/db/schema/booking.ts";
import { cities, cityRequests } from "#app/db/schema/city.ts";
import { deposits, disputes, ledger } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { mutualWishes } from "#app/db/schema/feedback.ts";
import { linePlaces } from "#app/db/schema/line.ts";
import { brokenAddresses } from "#app/db/schema/outbox.ts";
import { consents, quizQuestions, userAnswers } from "#app/db/schema/quiz.ts";
import { entryKeys } from "#app/db/schema/seating.ts";
import { accountActions, securityNotes } from "#app/db/schema/security.ts";
import { venues } from "#app/db/schema/venue.ts";
import { feedback, outbox, tables, wishes } from "#app/db/schema.ts";
import { hostKinds } from "#app/lib/email-kinds.ts";
import { selectOwnCompany } from "#app/models/booking/bookings.server.ts";
import { isToOtherAddressOf } from "#app/models/outbox/manage-outbox.server.ts";
import { loadOwnEntries } from "#app/models/seating/match-records.server.ts";
import { isForAccountHolder } from "#app/models/security/security-notes.server.ts";
import { avoidedName } from "./avoidances.server.ts";
import { readAvatarAsDataUrl } from "./profiles.server.ts";

/** All columns of a table except these. A new column is exported unless it is excluded here. */
function columnsOf<Table extends SQLiteTable, Name extends keyof Table["_"]["columns"] & string>(
  table: Table,
  { leftOut }: { leftOut: Name[] },
) {
  const kept = Object.entries(getTableColumns(table)).filter(([name]) => !leftOut.includes(name as Name));
  return Object.fromEntries(kept) as Omit<Table["_"]["columns"], Name>;
}

/** Everything stored about a person, except what signs them in. tests/db/export-account.test.ts compares it with the schema. */
export async function exportAccount({ db, bucket }: Store, userId: string) {
  const address = sql`(select email from ${users} where id = ${userId})`;
  const ownBookings = sql`(select id from ${bookings} where user_id = ${userId})`;
  const ownDeposits = sql`(select id from ${deposits} where booking_id in ${ownBookings})`;
  const found = await runNamed(db, {
    account: db
      .select(columnsOf(users, { leftOut: ["passwordHash", "passkeyHandle", "linkSalt"] }))
      .from(users)
      .where(eq(users.id, userId)),
    blocks: db
      .select(columnsOf(blocks, { leftOut: ["userId"] }))
      .from(blocks)
      .where(eq(blocks.userId, userId)),
    profile: db
      .select({
        ...columnsOf(profiles, { leftOut: ["id", "calendarSalt"] }),
        hasCalendarFeed: sqlBoolean`${profiles.calendarSalt} is not null`.as("has_calendar_feed"),
      })
      .from(profiles)
      .where(eq(profiles.id, userId)),
    signInWith: db
      .select(columnsOf(identities, { leftOut: ["userId"] }))
      .from(identities)
      .where(eq(identities.userId, userId)),
    linksInEmails: db
      .select(columnsOf(tokens, { leftOut: ["id", "userId", "passwordHash", "deviceHash"] }))
      .from(tokens)
      .where(eq(tokens.userId, userId)),
    failedSignIns: db
      .select(columnsOf(signInAttempts, { leftOut: ["id", "deviceHash"] }))
      .from(signInAttempts)
      .where(eq(signInAttempts.email, address)),
    emailsCameBack: db
      .select(columnsOf(brokenAddresses, { leftOut: ["userId"] }))
      .from(brokenAddresses)
      .where(or(eq(brokenAddresses.userId, userId), eq(brokenAddresses.email, address))),
    cityRequests: db
      .select(columnsOf(cityRequests, { leftOut: ["id"] }))
      .from(cityRequests)
      .where(eq(cityRequests.email, address)),
    sessions: db
      .select(columnsOf(sessions, { leftOut: ["id", "userId", "tokenHash", "deviceHash"] }))
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    passkeys: db
      .select(columnsOf(passkeys, { leftOut: ["credentialId", "userId", "publicKey"] }))
      .from(passkeys)
      .where(eq(passkeys.userId, userId)),
    knownBrowsers: db
      .select(columnsOf(devices, { leftOut: ["userId", "tokenHash"] }))
      .from(devices)
      .where(eq(devices.userId, userId)),
    waitingForAnotherEmail: db
      .select(columnsOf(recoveries, { leftOut: ["userId", "linkId"] }))
      .from(recoveries)
      .where(eq(recoveries.userId, userId)),
    countedActions: db
      .select(columnsOf(accountActions, { leftOut: ["id", "userId"] }))
      .from(accountActions)
      .where(eq(accountActions.userId, userId)),
    securityHistory: db
      .select({
        ...columnsOf(securityNotes, { leftOut: ["id", "userId", "detail", "operator"] }),
        // Only operators see an operator's commands.
        detail: sql<string | null>`iif(${securityNotes.madeBy} is 'operator'
          and ${securityNotes.kind} <> 'together-noted', null, ${securityNotes.detail})`.as("detail"),
      })
      .from(securityNotes)
      .where(and(eq(securityNotes.userId, userId), isForAccountHolder))
      .orderBy(securityNotes.at),
    consents: db
      .select(columnsOf(consents, { leftOut: ["id", "userId"] }))
      .from(consents)
      .where(eq(consents.userId, userId)),
    answers: db
      .select({
        ...columnsOf(userAnswers, { leftOut: ["userId", "questionId"] }),
        question: quizQuestions.question,
        choices: quizQuestions.choices,
        isRange: quizQuestions.isRange,
      })
      .from(userAnswers)
      .innerJoin(quizQuestions, eq(quizQuestions.id, userAnswers.questionId))
      .where(eq(userAnswers.userId, userId))
      .orderBy(quizQuestions.position, quizQuestions.id),
    bookings: db
      .select({
        ...columnsOf(bookings, { leftOut: ["userId", "eventId", "tableId"] }),
        date: events.date,
        city: sql<string>`${cities.name}`.as("city_name"),
        venue: venues.name,
        table: tables.number,
        tableShares: tables.shares,
        youAreNotTheOnlyOneWho: selectOwnCompany(sql`${bookings.id}`),
      })
      .from(bookings)
      .innerJoin(events, eq(events.id, bookings.eventId))
      .innerJoin(cities, eq(cities.id, events.cityId))
      .leftJoin(tables, eq(tables.id, bookings.tableId))
      .leftJoin(venues, eq(venues.id, tables.venueId))
      .where(eq(bookings.userId, userId))
      .orderBy(events.date),
    linePlaces: db
      .select(columnsOf(linePlaces, { leftOut: ["id"] }))
      .from(linePlaces)
      .where(eq(linePlaces.userId, userId)),
    pairs: db
      .select(columnsOf(pairs, { leftOut: ["pairId"] }))
      .from(pairs)
      .where(sql`${pairs.bookingId} in ${ownBookings}`),
    phoneNumbers: db.select().from(phoneNumbers).where(sql`${phoneNumbers.bookingId} in ${ownBookings}`),
    lateNotes: db.select().from(lateNotes).where(sql`${lateNotes.bookingId} in ${ownBookings}`),
    noShows: db.select().from(absences).where(sql`${absences.bookingId} in ${ownBookings}`),
    /** What the diner said about who came, and what the host and operators said about the diner; not what table-mates said. */
    attendanceReports: db
      .select({
        ...columnsOf(attendanceReports, { leftOut: ["bookingId"] }),
        about: sql<string>`iif(${attendanceReports.source} = 'mate', 'a table-mate', 'me')`.as("about"),
      })
      .from(attendanceReports)
      .where(sql`${attendanceReports.reportedBy} in ${ownBookings}`),
    deposits: db.select().from(deposits).where(sql`${deposits.bookingId} in ${ownBookings}`),
    bankDisputes: db.select().from(disputes).where(sql`${disputes.depositId} in ${ownDeposits}`),
    ledger: db.select().from(ledger).where(sql`${ledger.depositId} in ${ownDeposits}`).orderBy(ledger.id),
    emails: db
      .select({
        ...columnsOf(outbox, { leftOut: ["id", "priority", "bookingId", "batchId", "data"] }),
        says: sql<string | null>`iif(${outbox.kind} in ('meet-again', 'together-asked', 'together-noted'),
          null, ${outbox.data})`.as("says"),
      })
      .from(outbox)
      .where(
        or(
          eq(outbox.to, address),
          and(sql`${outbox.bookingId} in ${ownBookings}`, notInArray(outbox.kind, hostKinds)),
          isToOtherAddressOf(sql`(${userId})`),
        ),
      )
      .orderBy(outbox.createdAt),
    entryKeys: db
      .select({ ...columnsOf(entryKeys, { leftOut: [] }), eventId: bookings.eventId })
      .from(entryKeys)
      .innerJoin(bookings, eq(bookings.id, entryKeys.bookingId))
      .where(eq(bookings.userId, userId)),
    feedback: db
      .select(getTableColumns(feedback))
      .from(feedback)
      .where(sql`${feedback.bookingId} in ${ownBookings}`),
    wouldMeetAgain: db
      .select({
        ...columnsOf(wishes, { leftOut: ["otherBookingId"] }),
        firstName: nameAtDinner.as("name_at_dinner"),
      })
      .from(wishes)
      .innerJoin(bookings, eq(bookings.id, wishes.otherBookingId))
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .where(sql`${wishes.bookingId} in ${ownBookings}`)
      .orderBy(wishes.bookingId, profiles.firstName),
    wouldBothMeetAgain: db
      .select({
        ...columnsOf(mutualWishes, { leftOut: ["bookingId", "otherBookingId", "contact", "otherContact"] }),
        firstName: nameAtDinner.as("name_at_dinner"),
        youGave: sql<string | null>`iif(${mutualWishes.bookingId} = ${bookings.id},
          ${mutualWishes.otherContact}, ${mutualWishes.contact})`.as("you_gave"),
        youGot: sql<string | null>`iif(${isKeptApart(sql`${userId}`, sql`${bookings.userId}`)}, null,
          iif(${mutualWishes.bookingId} = ${bookings.id}, ${mutualWishes.contact},
          ${mutualWishes.otherContact}))`.as("you_got"),
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
    wouldRatherNotSitBeside: db
      .select({
        ...columnsOf(avoidances, { leftOut: ["userId", "otherId", "byOperator", "eventId", "createdAt"] }),
        firstName: avoidedName.as("name_at_dinner"),
        date: events.date,
      })
      .from(avoidances)
      .leftJoin(profiles, eq(profiles.id, avoidances.otherId))
      .innerJoin(events, eq(events.id, avoidances.eventId))
      .where(eq(avoidances.userId, userId))
      .orderBy(events.date, profiles.firstName),
  });
  const {
    account: [account],
    profile: [profile],
    ledger: money,
    bankDisputes,
    entryKeys: keys,
    ...others
  } = found;
  const { firstName: shownAs, avatarUrl = null, ...settings } = profile ?? {};
  return {
    account: account && {
      ...account,
      shownAs,
      ...settings,
      photo: await readAvatarAsDataUrl(bucket, avatarUrl),
    },
    ...others,
    seatings: await loadOwnEntries({ db, bucket }, keys),
    answers: others.answers.map(({ choices, isRange, answerIds, ...answer }) => ({
      ...answer,
      answer: answerIds.map((value) => (isRange ? value : (choices[Number(value) - 1] ?? value))),
    })),
    deposits: others.deposits.map((deposit) => ({
      ...deposit,
      disputes: bankDisputes.filter(({ depositId }) => depositId === deposit.id),
      ledger: money.filter(({ depositId }) => depositId === deposit.id),
    })),
    emails: others.emails.map(({ says, ...email }) => ({ ...email, says: says && JSON.parse(says) })),
  };
}
