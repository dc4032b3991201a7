import { type SQL, sql } from "drizzle-orm";
import { sqlBoolean, sqlJson } from "#app/db/columns.ts";
import { avoidances, blocks, sessions } from "#app/db/schema/account.ts";
import { attendanceReports } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { heartbeats } from "#app/db/schema/health.ts";
import { hostLinks } from "#app/db/schema/host.ts";
import { quizQuestions, userAnswers } from "#app/db/schema/quiz.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { birthYearRange } from "#app/lib/quiz/quiz.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { derive, type GivenTime, toMs, type ValueOrPlaceholder } from "./prepare-queries.ts";
import { tables } from "./schema.ts";

export const isUpcoming = (now: GivenTime) =>
  sql`${events.date} > ${toMs(now)} and ${events.canceledAt} is null`;

export const eventExists = (condition: SQL) => sql`exists (select 1 from ${events} where ${condition})`;

/** Nobody overtakes the line. The event can be booked, provided that its booking has not closed yet. */
export const hasOpenSeats = sqlBoolean`(${events.available} = 1 and ${events.canceledAt} is null and ${events.matchedAt} is null
    and ${events.taken} < ${events.capacity}
    and ${events.taken} + (select count(*) from line_places l where l.event_id = ${events.id}) < ${events.capacity})`;

export const canBeBooked = (now: GivenTime) =>
  sqlBoolean`(${events.closesAt} > ${toMs(now)} and ${hasOpenSeats})`;

/** Who is in line comes first, and books once a seat is offered to them. */
export const canBeBookedBy = (userId: string | SQL, now: GivenTime) =>
  sql`(${canBeBooked(now)} or (${events.closesAt} > ${toMs(now)} and ${events.available} = 1 and ${events.canceledAt} is null
    and ${events.matchedAt} is null and ${events.taken} < ${events.capacity}
    and exists (select 1 from line_places l where l.event_id = ${events.id} and l.user_id = ${userId}
      and l.offered_until > ${toMs(now)})))`;

/** The club moved the event after the diner had booked, or moved the diner from their venue after the tables were made. */
export const wasMovedByClub = sql`(coalesce(${events.movedAt} >= ${bookings.createdAt}, 0) or ${bookings.movedAt} is not null)`;

/** What a booking without a deposit is asked for: no more than when it was booked, and no more than its event asks for now. */
export const askedDeposit = sql<number>`min(${bookings.deposit}, ${events.deposit})`;

/** With `deposits` joined: no checkout is open, or it is of more than is asked for now. */
export const isAskedAnew = sql<number>`(coalesce(${deposits.state}, 'expired') = 'expired'
  or (${deposits.state} = 'open' and ${deposits.amount} > ${askedDeposit}
    and (${askedDeposit} = 0 or ${deposits.currency} = ${cities.currency})))`;

/** What is asked for or was paid, with `deposits` joined; 0 where nothing was paid and nothing is asked for. */
export const depositAmount = sql<number>`iif(${isAskedAnew}, ${askedDeposit}, ${deposits.amount})`;

export const depositCurrency = sql<string>`iif(${isAskedAnew}, ${cities.currency}, ${deposits.currency})`;

/** If a club has only one city, no screen names it. */
export const hasSeveralCities = sqlBoolean`exists (select 1 from ${cities} limit 1 offset 1)`;

/** The host link works now. `untilAfterMs` is for actions that are possible for a shorter time. */
export const hostLinkWorks = (
  linkId: string,
  now: Date,
  untilAfterMs: number = eventTimes.hostLinkUntilAfterMs,
): SQL =>
  sql`exists (select 1 from ${hostLinks} join ${events} on ${events.id} = ${hostLinks.eventId}
    where ${hostLinks.id} = ${linkId} and ${hostLinks.revokedAt} is null and ${events.canceledAt} is null
      and ${events.date} <= ${now.getTime() + eventTimes.hostLinkFromBeforeMs}
      and ${events.date} > ${now.getTime() - untilAfterMs})`;

/** The host has reported that the diner did not come, so their seat is free. */
export const hostSaysMissing = (bookingId: SQL): SQL =>
  sql`exists (select 1 from attendance_reports r where r.booking_id = ${bookingId} and r.source = 'host' and r.came = 0)`;

/** For a row of tables: who took an empty seat there without a booking. */
export const walkInNames = sqlJson<string[]>`(select json_group_array(walk_ins.first_name
  order by walk_ins.at) from walk_ins where walk_ins.table_id = tables.id)`;

export const countWalkIns = (tableId: string | SQL) =>
  sql<number>`(select count(*) from walk_ins w where w.table_id = ${tableId})`;

export const tablesOfHost = (linkId: string): SQL =>
  sql`(select t.id from ${hostLinks} join tables t on t.event_id = ${hostLinks.eventId}
    and t.venue_id = ${hostLinks.venueId} where ${hostLinks.id} = ${linkId})`;

export const isTableOfHost = (linkId: string): SQL => sql`${tables.id} in ${tablesOfHost(linkId)}`;

export const isGuestOfHost = (linkId: string): SQL =>
  sql`(${bookings.confirmed} = 1 and ${bookings.canceled} = 0 and ${bookings.tableId} in ${tablesOfHost(linkId)})`;

export const phoneTonight = sql<string | null>`(select n.phone from phone_numbers n
  where n.booking_id = ${bookings.id})`;

/** The diner of the booking, the host or an operator has reported that the diner is there. */
export const isHere = sql`exists (select 1 from attendance_reports here where here.booking_id = ${bookings.id}
  and here.source in ('diner', 'host', 'operator') and here.came = 1)`;

/** Somebody other than the diner has reported that the diner is there. */
export const isSeenHere = sql`exists (select 1 from attendance_reports here where here.booking_id = ${bookings.id}
  and here.source in ('host', 'operator') and here.came = 1)`;

/** Who, other than the host, has reported that the diner is there. */
export const hereByOthers = sql<"operator" | "diner" | null>`(select max(here.source)
  from attendance_reports here
  where here.booking_id = ${bookings.id} and here.source in ('diner', 'operator') and here.came = 1)`;

const saidBy = (source: SQL) => sql`(max(came) filter (where source = ${source}))`;
const saidByOperator = saidBy(sql`'operator'`);
const saidByHost = saidBy(sql`'host'`);
const saidByDiner = saidBy(sql`'diner'`);
const missedBy = sql`(count(*) filter (where source = 'mate' and came = 0))`;

/** Null if no report decides it, which counts as attended. docs/decisions/0027-who-came.md says why. */
export const attendanceByReports = sql<"attended" | "no-show" | null>`(select case
  when ${saidByOperator} = 1 then 'attended'
  when ${saidByOperator} = 0 then 'no-show'
  when ${saidByHost} = 1 then 'attended'
  when ${saidByHost} = 0 and ${saidByDiner} = 1 and ${missedBy} = 0 then 'attended'
  when ${saidByHost} = 0 then 'no-show'
  when ${saidByDiner} = 1 then 'attended'
  end from ${attendanceReports} where booking_id = ${bookings.id})`;

export const isBlocked = (userId: string | SQL, now: GivenTime) =>
  sql`exists (select 1 from ${blocks} where ${blocks.userId} = ${userId}
    and (${blocks.endsAt} is null or ${blocks.endsAt} > ${toMs(now)}))`;

/** One of the two users avoids the other, or an operator keeps them apart. */
export const isKeptApart = (one: SQL, other: SQL) =>
  sql`exists (select 1 from ${avoidances} where (${avoidances.userId} = ${one} and ${avoidances.otherId} = ${other})
    or (${avoidances.userId} = ${other} and ${avoidances.otherId} = ${one}))`;

/** By the year of birth, this diner turns 18 this year or later. */
export const mayBeMinor = (userId: string | SQL, now: GivenTime) =>
  sqlBoolean`exists (select 1 from ${userAnswers} join ${quizQuestions} on ${quizQuestions.id} = ${userAnswers.questionId}
    where ${userAnswers.userId} = ${userId} and ${quizQuestions.role} = 'age'
      and ${userAnswers.answerIds} ->> '$[0]' >= ${derive(toMs(now), (ms) => birthYearRange(new Date(ms)).to)})`;

/** For a row of quiz_questions: whether the quiz asks it. */
export const isAsked = sql`(quiz_questions.asked = 'always' or (quiz_questions.asked = 'for company' and quiz_questions.company <> '[]'
  and exists (select 1 from table_terms where table_terms.id = 1 and table_terms.company > 0)))`;

/** Free seats that suited nobody are tried again so often: a diet, a venue or an avoidance may have changed. So is what was missed. */
const betweenSweepsMs = 30 * minuteMs;

export const isSweepDue = (now: Date) => sql`not exists (select 1 from ${heartbeats}
  where ${heartbeats.name} = 'sweep' and ${heartbeats.at} > ${now.getTime() - betweenSweepsMs})`;

export interface SessionLookup {
  tokenHash: string;
  now: Date;
}

/** A subquery for the user id, so that a page's queries need not wait for the session lookup. */
export const sessionUserId = (
  { tokenHash, now }: { tokenHash: ValueOrPlaceholder<string>; now: ValueOrPlaceholder<number> },
  condition = sql`true`,
): SQL =>
  sql`(select ${sessions.userId} from ${sessions}
    where ${sessions.tokenHash} = ${tokenHash} and ${sessions.expiresAt} > ${now} and ${condition})`;

/** The same by the session's id. Finds nobody if the session was ended in the meantime. */
export const userOfSession = (sessionId: string, userId: string): SQL =>
  sql`(select ${sessions.userId} from ${sessions}
    where ${sessions.id} = ${sessionId} and ${sessions.userId} = ${userId})`;

export const wasVerifiedAfter = (time: Date): SQL => sql`${sessions.verifiedAt} > ${time.getTime()}`;
