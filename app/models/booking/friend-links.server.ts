/** A link with which a diner asks one friend to come along: a pair whose second diner is not known yet. */

import { eq, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean } from "#app/db/columns.ts";
import { canBeBookedBy, hasSeveralCities, isBlocked, isKeptApart } from "#app/db/conditions.ts";
import { eveningFacts } from "#app/db/dinner-facts.ts";
import type { ValueOrPlaceholder } from "#app/db/prepare-queries.ts";
import { bookings, cities, events, pairs, profiles } from "#app/db/schema.ts";
import { insertWhere } from "#app/db/statements.ts";
import type { Obstacle } from "#app/lib/booking/standby-reasons.ts";
import { newLinkId } from "#app/lib/signatures.server.ts";
import { queueBookingEmails } from "#app/models/outbox/queue-emails.server.ts";
import { noteOwnChange, type Visit } from "#app/models/security/security-notes.server.ts";
import { hasNoTables, isActive } from "./booking-conditions.ts";
import { activePair, endFriendLinks, isFriendLink, joinBoth, loadObstacle } from "./pairs.server.ts";

/** A booking in a pair, or with a link already, gets none: the index of pairs lets it have one that has not ended. */
export const makeFriendLink = (db: Database, bookingId: string, now: Date) =>
  insertWhere(
    db,
    pairs,
    { pairId: newLinkId(), bookingId: bookings.id, agreedAt: now },
    sql`${bookings.id} = ${bookingId} and ${isActive} and ${hasNoTables(now)}`,
    bookings,
  ).onConflictDoNothing();

export const takeBackFriendLink = (db: Database, bookingId: string, now: Date) =>
  endFriendLinks(db, eq(pairs.bookingId, bookingId), now);

const askerOf = (linkId: ValueOrPlaceholder<string>) =>
  sql`pairs link join bookings asker on asker.id = link.booking_id
    where link.pair_id = ${linkId} and link.asked_at is null and asker.canceled = 0`;

/** Nobody has used the link of another diner of the event, from whom this one is not kept apart. */
export const canUseFriendLink = (
  linkId: ValueOrPlaceholder<string>,
  userId: SQL,
  eventId: ValueOrPlaceholder<string>,
) => sql`exists (select 1 from ${askerOf(linkId)} and ${isFriendLink(sql`link`)} and asker.event_id = ${eventId}
  and asker.user_id <> ${userId} and not ${isKeptApart(userId, sql`asker.user_id`)})`;

interface FriendVisit {
  linkId: string;
  userId: SQL;
  now: Date;
}

const selectFriendLink = (db: Database, { linkId, userId, now }: FriendVisit) =>
  db
    .select({
      eventId: bookings.eventId,
      firstName: profiles.firstName,
      askerId: bookings.userId,
      face: profiles.face,
      closesAt: events.closesAt,
      ...eveningFacts,
      cityName: cities.name,
      hasSeveralCities: hasSeveralCities.as("has_several_cities"),
      deposit: events.deposit,
      isOpen: sqlBoolean`(${isActive} and ${isFriendLink(sql`pairs`)})`.as("is_open"),
      isUsed:
        sqlBoolean`exists (select 1 from pairs friend where friend.pair_id = ${linkId} and friend.asked_at is not null)`.as(
          "is_used",
        ),
      /** The visitor has come along with it, and may have canceled since. */
      wasFriend: sqlBoolean`exists (select 1 from pairs friend join bookings own on own.id = friend.booking_id
        where friend.pair_id = ${linkId} and friend.asked_at is not null and own.user_id = ${userId})`.as(
        "was_friend",
      ),
      isClosed: sqlBoolean`not ${hasNoTables(now)}`.as("is_closed"),
      isFull: sqlBoolean`not ${canBeBookedBy(userId, now)}`.as("is_full"),
      isOwn: sqlBoolean`coalesce(${bookings.userId} = ${userId}, 0)`.as("is_own"),
      /** Of the visitor, for this event. */
      bookingId: sql<string | null>`${bookingOf(linkId, userId)}`.as("visitors_booking_id"),
      /** The visitor has used the link. */
      isFriend: sqlBoolean`exists (select 1 from pairs friend where friend.pair_id = ${linkId}
        and friend.asked_at is not null and friend.booking_id = ${bookingOf(linkId, userId)})`.as(
        "is_friend",
      ),
    })
    .from(pairs)
    .innerJoin(bookings, eq(bookings.id, pairs.bookingId))
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(sql`${pairs.pairId} = ${linkId} and ${pairs.askedAt} is null`);

/** What is seen by who has the link; undefined if its booking is gone. */
export const findFriendLink = (db: Database, visit: FriendVisit) => selectFriendLink(db, visit).get();

export const readFriendLink = (db: Database, visit: FriendVisit) =>
  batchedRead([selectFriendLink(db, visit)], ([[link]]) => link);

const bookingOf = (linkId: string, userId: SQL) =>
  sql`(select own.id from bookings own where own.user_id = ${userId} and own.canceled = 0
    and own.event_id = (select asker.event_id from ${askerOf(linkId)}))`;

interface Acceptance extends Visit {
  linkId: string;
  userId: SQL;
  obstacle: Obstacle | undefined;
}

/**
 * For the batch that books, after it: the diner comes along, if the link is open to them. Where the two are kept apart or the
 * diner is blocked, the link ends, and its diner hears that the friend can’t come.
 */
export function acceptFriendLink(db: Database, { linkId, userId, obstacle, from, now }: Acceptance) {
  const mine = bookingOf(linkId, userId);
  const asker = sql`(select asker.id from ${askerOf(linkId)})`;
  const askersUser = sql`(select asker.user_id from ${askerOf(linkId)})`;
  const isThis = eq(pairs.pairId, linkId);
  const accepts = sql`exists (select 1 from pairs link where link.pair_id = ${linkId} and ${isFriendLink(sql`link`)}
      and link.booking_id = ${asker} and link.booking_id <> ${mine})
    and exists (select 1 from ${bookings} where ${bookings.id} = ${mine} and ${isActive} and ${hasNoTables(now)})
    and ${activePair(mine)} is null`;
  const tell = (bookingId: SQL, otherId: SQL) =>
    queueBookingEmails(
      db,
      {
        kind: "friend-joined",
        data: sql`json_object('otherBookingId', ${otherId}, 'obstacle', ${obstacle ?? null})`,
      },
      now,
      sql`${bookings.id} = ${bookingId} and ${accepts}`,
    );
  const isRefused = sql`(${isKeptApart(userId, askersUser)} or ${isBlocked(userId, now)})`;
  return batchedRead(
    [
      tellDeclined(db, linkId, sql`${isRefused}`, now),
      endFriendLinks(db, sql`${isThis} and ${isRefused}`, now),
      endFriendLinks(db, sql`${pairs.bookingId} = ${mine} and not ${isThis} and ${accepts}`, now),
      tell(asker, mine),
      tell(mine, asker),
      noteOwnChange(db, userId, "together-agreed", { from, now }, accepts),
      insertWhere(
        db,
        pairs,
        { pairId: linkId, bookingId: bookings.id, askedAt: now, agreedAt: now },
        sql`${bookings.id} = ${mine} and ${accepts}`,
        bookings,
      ).onConflictDoNothing(),
      joinBoth(db, sql`${linkId}`),
      db
        .select({
          isOpen: sqlBoolean`${isFriendLink(sql`pairs`)}`.as("is_open"),
          hasJoined:
            sqlBoolean`exists (select 1 from pairs friend where friend.pair_id = ${linkId} and friend.booking_id = ${mine}
            and friend.asked_at is not null and friend.ended_at is null)`.as("has_joined"),
        })
        .from(pairs)
        .where(sql`${isThis} and ${pairs.askedAt} is null`),
    ],
    (rows) => rows[8][0],
  );
}

/** Why the visitor and who made the link can’t sit at one table, if so. */
export const loadObstacleOfFriends = (
  db: Database,
  { linkId, userId, eventId }: { linkId: string; userId: SQL; eventId: string },
) => loadObstacle(db, eventId, sql`(select ${userId} union select asker.user_id from ${askerOf(linkId)})`);

const tellDeclined = (db: Database, linkId: string, condition: SQL, now: Date) =>
  queueBookingEmails(
    db,
    { kind: "friend-declined", data: {} },
    now,
    sql`${bookings.id} = (select link.booking_id from pairs link where link.pair_id = ${linkId}
      and ${isFriendLink(sql`link`)}) and ${isActive} and ${hasNoTables(now)} and ${condition}`,
  );

/** The friend can’t come: the link ends, and the diner hears it. */
export const declineFriendLink = (db: Database, linkId: string, now: Date) =>
  db.batch([tellDeclined(db, linkId, sql`true`, now), endFriendLinks(db, eq(pairs.pairId, linkId), now)]);
