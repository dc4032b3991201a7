/** Two bookings of an event that ask for one table. Only once both have agreed do they belong together, for the matcher and for all else. */

import { eq, type SQL, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean, sqlJson } from "#app/db/columns.ts";
import { isKeptApart } from "#app/db/conditions.ts";
import {
  avoidances,
  bookings,
  cities,
  events,
  eventVenues,
  pairs,
  profiles,
  quizQuestions,
  userAnswers,
  users,
  venues,
} from "#app/db/schema.ts";
import { insertWhere, jsonList } from "#app/db/statements.ts";
import type { SecurityKind } from "#app/lib/account/security-kinds.ts";
import { choicesBeforeNone } from "#app/lib/quiz/quiz.ts";
import { findObstacle, needRoles, readNeeds, readOffer, toBits } from "#app/matching/venues/needs.ts";
import { queueBookingEmails } from "#app/models/outbox/queue-emails.server.ts";
import { noteSecurity, type Visit } from "#app/models/security/security-notes.server.ts";
import { hasNoTables, isActive, isBeforeEvent, isOnStandby } from "./booking-conditions.ts";

/** For a row of pairs: a diner has made a link for a friend, who has not come along yet. */
export const isFriendLink = (row: SQL) =>
  sql`(${row}.ended_at is null and ${row}.asked_at is null and not exists (select 1 from pairs second
    where second.pair_id = ${row}.pair_id and second.booking_id <> ${row}.booking_id))`;

export const activePair = (bookingId: string | SQL) =>
  sql`(select own.pair_id from pairs own where own.booking_id = ${bookingId} and own.ended_at is null
    and not ${isFriendLink(sql`own`)})`;

/** The booking with which a booking is in a pair that both have agreed to. */
export const partnerOf = (bookingId: SQL) =>
  sql`(select theirs.booking_id from pairs own join pairs theirs on theirs.pair_id = own.pair_id
    and theirs.booking_id <> own.booking_id where own.booking_id = ${bookingId} and own.ended_at is null
    and own.agreed_at is not null and theirs.agreed_at is not null)`;

const hasAgreed = (pairId: SQL) =>
  sql`(select count(*) = 2 from pairs both where both.pair_id = ${pairId} and both.ended_at is null and both.agreed_at is not null)`;

interface NewPair {
  /** Both are bookings of one event. */
  bookingIds: readonly [string, string];
  /** How the operator knows that both agreed; without it they are asked. */
  agreed: string | undefined;
  now: Date;
}

/** Nothing happens if one is in a pair, both are kept apart or were asked before, or the tables are made. */
export async function askPair(db: Database, { bookingIds, agreed, now }: NewPair): Promise<boolean> {
  const pairId = crypto.randomUUID();
  const [one, other] = bookingIds;
  const userOf = (id: string) => sql`(select user_id from bookings where id = ${id})`;
  const isFree = sql`${bookings.id} in ${jsonList([one, other])} and ${isActive} and ${hasNoTables(now)}
    and ${activePair(sql`${bookings.id}`)} is null`;
  const mayBeAsked = agreed
    ? sql`true`
    : sql`not exists (select 1 from pairs a join pairs b on b.pair_id = a.pair_id
        where a.booking_id = ${one} and b.booking_id = ${other})`;
  const areFree = sql`(select count(*) = 2 and count(distinct event_id) = 1 from ${bookings} where ${isFree})
    and not ${isKeptApart(userOf(one), userOf(other))} and ${mayBeAsked}`;
  const isMade = sql`exists (select 1 from ${pairs} where ${pairs.pairId} = ${pairId})`;
  const areOurs = sql`${pairs.bookingId} in ${jsonList([one, other])}`;
  const kind = agreed ? "together-noted" : "together-asked";
  const tell = (bookingId: string, otherBookingId: string) => [
    queueBookingEmails(
      db,
      { kind, data: { otherBookingId } },
      now,
      sql`${eq(bookings.id, bookingId)} and ${isMade}`,
    ),
    noteSecurity(
      db,
      { userId: userOf(bookingId), kind, madeBy: "operator", ...(agreed ? { detail: agreed } : {}), now },
      isMade,
    ),
  ];
  const { last: made } = await db.batch([
    endFriendLinks(db, sql`${areOurs} and ${areFree}`, now),
    insertWhere(
      db,
      pairs,
      { pairId, bookingId: bookings.id, askedAt: now, agreedAt: agreed ? now : null },
      sql`${bookings.id} in ${jsonList([one, other])} and ${areFree}`,
      bookings,
    ),
    ...tell(one, other),
    ...tell(other, one),
    joinBoth(db, sql`(select pair_id from pairs where pair_id = ${pairId} limit 1)`),
    db.select({ pairId: pairs.pairId }).from(pairs).where(eq(pairs.pairId, pairId)),
  ]);
  return made.length === 2;
}

/** These two were asked before, and the pair has ended. */
export async function wereAsked(db: Database, [one, other]: readonly [string, string]): Promise<boolean> {
  const asked = await db.all(sql`select 1 from pairs a join pairs b on b.pair_id = a.pair_id
    where a.booking_id = ${one} and b.booking_id = ${other} and a.ended_at is not null`);
  return asked.length > 0;
}

/** A statement: once both have agreed, they belong together. */
export const joinBoth = (db: Database, pairId: SQL) =>
  db
    .update(bookings)
    .set({ togetherId: pairId })
    .where(
      sql`${bookings.id} in (select booking_id from pairs where pair_id = ${pairId} and ended_at is null) and ${hasAgreed(pairId)}`,
    );

/** A statement that ends links for friends which nobody has used. */
export const endFriendLinks = (db: Database, condition: SQL, now: Date) =>
  db
    .update(pairs)
    .set({ endedAt: now })
    .where(sql`${isFriendLink(sql`pairs`)} and ${condition}`);

/** A statement before bookings are canceled: who would sit with one of them keeps theirs, and hears it. */
export const tellPartners = (db: Database, canceled: SQL, now: Date) =>
  queueBookingEmails(
    db,
    {
      kind: "friend-not-coming",
      data: sql`json_object('otherBookingId', ${partnerOf(sql`"bookings"."id"`)})`,
    },
    now,
    sql`${bookings.id} in (select theirs.booking_id from pairs own join pairs theirs on theirs.pair_id = own.pair_id
        and theirs.booking_id <> own.booking_id and theirs.agreed_at is not null
      where own.ended_at is null and own.agreed_at is not null
        and own.booking_id in (select ${bookings.id} from ${bookings} where ${canceled}))
      and ${isActive} and ${isBeforeEvent(now)}`,
  );

/** Statements before users are deleted, whose rows go with their bookings. */
export const leavePairs = (db: Database, userIds: SQL, now: Date) =>
  [
    tellPartners(db, sql`${bookings.userId} in ${userIds} and ${isActive}`, now),
    db
      .update(pairs)
      .set({ endedAt: now })
      .where(
        sql`${pairs.endedAt} is null and ${pairs.pairId} in (select own.pair_id from bookings mine
          join pairs own on own.booking_id = mine.id where mine.user_id in ${userIds})`,
      ),
  ] as const;

/** The diner of a booking agrees. False where there is nothing to agree to, or the tables are being made. */
export async function agreeToPair(db: Database, bookingId: string, { from, now }: Visit): Promise<boolean> {
  const isOpen = sql`exists (select 1 from ${bookings} where ${bookings.id} = ${bookingId} and ${isActive} and ${hasNoTables(now)})`;
  const isMine = sql`${pairs.bookingId} = ${bookingId} and ${pairs.endedAt} is null`;
  const isNew = sql`exists (select 1 from ${pairs} where ${isMine} and ${pairs.agreedAt} is null) and ${isOpen}`;
  const { last } = await db.batch([
    noteSecurity(
      db,
      {
        userId: sql`(select user_id from bookings where id = ${bookingId})`,
        kind: "together-agreed",
        madeBy: "diner",
        detail: from,
        now,
      },
      isNew,
    ),
    db.update(pairs).set({ agreedAt: now }).where(sql`${isMine} and ${pairs.agreedAt} is null and ${isOpen}`),
    joinBoth(db, activePair(bookingId)),
    db.select({ agreedAt: pairs.agreedAt }).from(pairs).where(isMine),
  ]);
  const [pair] = last;
  return Boolean(pair?.agreedAt);
}

/** Statements that end pairs, however it comes: for the other one it looks the same. */
function endPairs(db: Database, pairIds: SQL, now: Date): Statement[] {
  const kind: SecurityKind = "together-ended";
  const isEnding = sql`${pairs.endedAt} is null and ${pairs.pairId} in ${pairIds}`;
  const ending = sql`(select booking_id from ${pairs} where ${isEnding} and not ${isFriendLink(sql`pairs`)})`;
  return [
    queueBookingEmails(
      db,
      {
        kind: "together-ended",
        data: sql`json_object('otherBookingId', ${partnerOf(sql`"bookings"."id"`)})`,
      },
      now,
      sql`${bookings.id} in ${ending} and ${partnerOf(sql`"bookings"."id"`)} is not null and (${hasNoTables(now)} or ${isOnStandby(now)})`,
    ),
    noteSecurity(
      db,
      { userId: sql`${users.id}`, kind, now },
      sql`${users.id} in (select user_id from bookings where id in ${ending})`,
    ),
    db.update(bookings).set({ togetherId: null }).where(sql`${bookings.id} in ${ending}`),
    db.update(pairs).set({ endedAt: now }).where(isEnding),
  ];
}

/** By the diner of a booking until the tables are made and on standby, by an operator always. False if it is too late. */
export async function endPair(
  db: Database,
  bookingId: string,
  { by, now }: { by: "diner" | "operator"; now: Date },
): Promise<boolean> {
  const isOpen =
    by === "operator"
      ? sql`true`
      : sql`exists (select 1 from ${bookings} where ${bookings.id} = ${bookingId}
          and (${hasNoTables(now)} or ${isOnStandby(now)}))`;
  const { last: left } = await db.batch([
    ...endPairs(
      db,
      sql`(select pair_id from pairs where booking_id = ${bookingId} and ended_at is null and ${isOpen})`,
      now,
    ),
    db
      .select({ pairId: pairs.pairId })
      .from(pairs)
      .where(sql`${pairs.bookingId} = ${bookingId} and ${pairs.endedAt} is null`),
  ]);
  return left.length === 0;
}

/** Statements after those that keep these users apart from others: of a pair, one has come to avoid the other. */
export const endPairsKeptApart = (db: Database, userIds: SQL, now: Date): Statement[] =>
  endPairs(
    db,
    sql`(select one.pair_id from bookings mine join pairs one on one.booking_id = mine.id and one.ended_at is null
      join pairs other on other.pair_id = one.pair_id and other.booking_id <> one.booking_id
      join bookings theirs on theirs.id = other.booking_id
      join ${avoidances} on ${avoidances.userId} = mine.user_id and ${avoidances.otherId} = theirs.user_id
      where mine.user_id in ${userIds})`,
    now,
  );

/** The pair of a booking, for the page of one of the two diners; undefined if there is none. */
export const findPair = (db: Database, bookingId: string, now: Date) =>
  db
    .select({
      userId: bookings.userId,
      eventId: bookings.eventId,
      /** Of the diner of the booking. */
      own: sqlJson<{
        firstName: string;
        face: number | null;
      }>`(select json_object('firstName', own.first_name, 'face', own.face) from ${profiles} own where own.id = ${bookings.userId})`.as(
        "own_profile",
      ),
      date: events.date,
      closesAt: events.closesAt,
      deposit: events.deposit,
      timeZone: cities.timeZone,
      cityName: sql<string>`${cities.name}`.as("city_name"),
      isOpen: sqlBoolean`(${isActive} and ${events.matchedAt} is null
        and ${events.canceledAt} is null)`.as("is_open"),
      isOnStandby: sqlBoolean`${isOnStandby(now)}`.as("is_on_standby"),
      pair: pairOfBooking.as("pair"),
      /** The first name of whom the diner was last asked about, if that is over, however it ended. */
      askedBefore: sql<string | null>`(select shown.first_name
        from pairs own join pairs theirs on theirs.pair_id = own.pair_id and theirs.booking_id <> own.booking_id
        join bookings their_booking on their_booking.id = theirs.booking_id
        join ${profiles} shown on shown.id = their_booking.user_id
        where own.booking_id = ${bookings.id} and own.ended_at is not null
        order by own.ended_at desc limit 1)`.as("asked_before"),
      /** Of the link for a friend, if there is one that nobody has used. */
      friendLinkId: sql<string | null>`(select own.pair_id from pairs own
        where own.booking_id = ${bookings.id} and ${isFriendLink(sql`own`)})`.as("friend_link_id"),
    })
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .where(eq(bookings.id, bookingId))
    .get();

export const listPairs = async (db: Database, eventId: string) =>
  db
    .select({ pairId: pairs.pairId, bookingId: pairs.bookingId, agreedAt: pairs.agreedAt })
    .from(pairs)
    .innerJoin(bookings, eq(bookings.id, pairs.bookingId))
    .where(
      sql`${bookings.eventId} = ${eventId} and ${pairs.endedAt} is null and not ${isFriendLink(sql`pairs`)}`,
    );

/** Why these users can’t sit at one table of the event, by their answers and its restaurants; undefined if they can. */
export async function loadObstacle(db: Database, eventId: string, userIds: SQL) {
  const roles = ["language", ...needRoles];
  const [answers, offers] = await db.batch([
    db
      .select({
        userId: userAnswers.userId,
        role: quizQuestions.role,
        choices: quizQuestions.choices,
        answerIds: userAnswers.answerIds,
      })
      .from(userAnswers)
      .innerJoin(quizQuestions, eq(quizQuestions.id, userAnswers.questionId))
      .where(sql`${userAnswers.userId} in ${userIds} and ${quizQuestions.role} in ${jsonList(roles)}`),
    db
      .select({ diets: venues.diets, priceLevel: venues.priceLevel, stepFree: venues.stepFree })
      .from(eventVenues)
      .innerJoin(venues, eq(venues.id, eventVenues.venueId))
      .where(eq(eventVenues.eventId, eventId)),
  ]);
  const group = [...Map.groupBy(answers, ({ userId }) => userId).values()].map((own) => {
    const ofRole = (name: string) => own.find(({ role }) => role === name);
    const needs = Object.fromEntries(needRoles.map((role) => [role, ofRole(role)?.answerIds]));
    return {
      languages: toBits(ofRole("language")?.answerIds ?? []),
      ...readNeeds(needs, choicesBeforeNone(ofRole("diet")?.choices ?? []).length),
    };
  });
  return findObstacle(offers.map(readOffer), group);
}

interface PairedBooking {
  id: string;
  eventId: string;
  pair: PairOfBooking | null;
}

/** The same of a pair that both have agreed to. */
export const loadObstacleOfPair = async (db: Database, { id, eventId, pair }: PairedBooking) =>
  pair?.hasAgreed && pair.hasOtherAgreed
    ? loadObstacle(
        db,
        eventId,
        sql`(select user_id from bookings where id = ${id} or id = ${partnerOf(sql`${id}`)})`,
      )
    : undefined;

export interface PairOfBooking {
  /** The first name of the other diner. */
  firstName: string;
  hasAgreed: boolean;
  hasOtherAgreed: boolean;
  /** Of the other diner. */
  userId: string;
  face: number | null;
}

/** In a query of bookings: the pair that the booking is in, as its diner sees it. */
export const pairOfBooking = sqlJson<PairOfBooking | null>`(select json_object('firstName', shown.first_name,
    'hasAgreed', json(iif(own.agreed_at is null, 'false', 'true')),
    'hasOtherAgreed', json(iif(theirs.agreed_at is null, 'false', 'true')),
    'userId', shown.id, 'face', shown.face)
  from pairs own join pairs theirs on theirs.pair_id = own.pair_id and theirs.booking_id <> own.booking_id
  join bookings their_booking on their_booking.id = theirs.booking_id
  join ${profiles} shown on shown.id = their_booking.user_id
  where own.booking_id = ${bookings.id} and own.ended_at is null)`;
