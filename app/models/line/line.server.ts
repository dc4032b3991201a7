/** The line of a full event: a seat that opens is offered to the first, is held for two hours or over the night, and then goes to the next. */
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { hasOpenSeats, hasSeveralCities, isBlocked, mayBeMinor } from "#app/db/conditions.ts";
import { cityFacts, eveningVenues, eventFacts } from "#app/db/dinner-facts.ts";
import { type GivenTime, prepareQueries, prepareQueriesOfUser, toMs } from "#app/db/prepare-queries.ts";
import { accountOrigins, bookings, cities, events, linePlaces, profiles, users } from "#app/db/schema.ts";
import { insertWhere } from "#app/db/statements.ts";
import { offeredUntil } from "#app/lib/event/event-times.ts";
import { newLinkId } from "#app/lib/signatures.server.ts";
import { maxOfCrowdAtTable } from "#app/lib/table-size.ts";
import { queueEmail } from "#app/models/outbox/queue-emails.server.ts";

const maxPlaces = 5;

const isBookable = (now: GivenTime) =>
  sql`(${events.closesAt} > ${toMs(now)} and ${events.available} = 1 and ${events.canceledAt} is null
    and ${events.matchedAt} is null)`;

/** Of the accounts that may be one person's, so many may wait for one event. */
const isCrowded = (userId: SQL | string, eventId: string) =>
  sql`(select count(*) from ${accountOrigins} own
    join ${accountOrigins} others on others.crowd_id = own.crowd_id
    join ${linePlaces} taken on taken.user_id = others.user_id and taken.event_id = ${eventId}
    where own.user_id = ${userId}) >= ${maxOfCrowdAtTable}`;

interface NewPlace {
  /** A subquery can find nobody, and then nobody joins. */
  userId: string | SQL;
  eventId: string;
  now: Date;
}

/** Returns their place, also if they had it before; none if the event is not full, or is not for them. */
export async function joinLine(
  db: Database,
  { userId, eventId, now }: NewPlace,
): Promise<string | undefined> {
  const condition = sql`${events.id} = ${eventId} and ${isBookable(now)} and not ${hasOpenSeats}
    and exists (select 1 from ${profiles} where ${profiles.id} = ${userId} and ${profiles.isQuizDone} = 1)
    and not ${isBlocked(userId, now)} and not ${isCrowded(userId, eventId)}
    and not exists (select 1 from ${bookings} where ${bookings.userId} = ${userId}
      and ${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0)
    and (select count(*) from ${linePlaces} where ${linePlaces.userId} = ${userId}) < ${maxPlaces}`;
  const [, [place]] = await db.batch([
    insertWhere(
      db,
      linePlaces,
      { id: newLinkId(), eventId: events.id, userId, joinedAt: now },
      condition,
      events,
    ).onConflictDoNothing(),
    db
      .select({ id: linePlaces.id })
      .from(linePlaces)
      .where(sql`${linePlaces.eventId} = ${eventId} and ${linePlaces.userId} = ${userId}`),
  ]);
  return place?.id;
}

export async function leaveLine(db: Database, id: string): Promise<void> {
  await db.delete(linePlaces).where(eq(linePlaces.id, id));
}

/** How many wait before them. Who has an offer waits no longer. */
const before = sql<number>`(select count(*) from line_places earlier where earlier.event_id = ${linePlaces.eventId}
  and earlier.offered_until is null
  and (earlier.joined_at, earlier.id) < (${linePlaces.joinedAt}, ${linePlaces.id}))`;

const placeColumns = {
  id: linePlaces.id,
  offeredUntil: linePlaces.offeredUntil,
  before: before.as("before"),
  eventId: linePlaces.eventId,
  ...eventFacts,
  ...cityFacts,
  hasSeveralCities: hasSeveralCities.as("has_several_cities"),
};

const queryPlace = prepareQueries(["id", "now"], (db, { id, now }) => [
  db
    .select({
      ...placeColumns,
      userId: linePlaces.userId,
      capacity: events.capacity,
      mayBeMinor: mayBeMinor(sql`${linePlaces.userId}`, now).as("may_be_minor"),
    })
    .from(linePlaces)
    .innerJoin(events, eq(events.id, linePlaces.eventId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .where(and(eq(linePlaces.id, id), isBookable(now))),
]);

export const readPlace = (db: Database, id: string, now: Date) =>
  batchedRead(queryPlace(db, { id, now: now.getTime() }), ([[place]]) => place);

const queryOwnPlaces = prepareQueriesOfUser(["now"], (db, userId, { now }) => [
  db
    .select(placeColumns)
    .from(linePlaces)
    .innerJoin(events, eq(events.id, linePlaces.eventId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .where(sql`${linePlaces.userId} = ${userId} and ${isBookable(now)}`)
    .orderBy(asc(events.date)),
]);

/** The places of somebody, for the list of their bookings. */
export const readOwnPlaces = (db: Database, userId: SQL, now: Date) =>
  batchedRead(queryOwnPlaces(db, userId, { now: now.getTime() }), ([places]) => places);

const openOffers = sql`(select count(*) from line_places held where held.event_id = "events"."id" and held.offered_until is not null)`;

/** Goes from event to event by the index, so it reads no more than one row of each line. */
const eventsWithLine = sql`(with recursive waiting(id) as (
    select min(event_id) from ${linePlaces}
    union all select (select min(event_id) from ${linePlaces} where event_id > waiting.id) from waiting where waiting.id is not null
  ) select id from waiting where id is not null)`;

/** Events with a free seat for somebody in line, with an offer that has ended, or whose line has. */
export async function findEventsToOffer(db: Database, now: Date): Promise<string[]> {
  const found = await db
    .select({ id: events.id })
    .from(events)
    .where(
      sql`${events.id} in ${eventsWithLine} and (not ${isBookable(now)}
        or exists (select 1 from line_places late where late.event_id = "events"."id" and late.offered_until <= ${now.getTime()})
        or (${events.taken} + ${openOffers} < ${events.capacity}
          and exists (select 1 from line_places next where next.event_id = "events"."id" and next.offered_until is null)))`,
    );
  return found.map(({ id }) => id);
}

const evening = sql`json_object('venues', json(${eveningVenues}), 'priceRanges', json(${cities.priceRanges}),
  'currency', ${cities.currency})`;

const toEmailData = (names: SQL) =>
  sql`json_object('linkId', ${linePlaces.id}, 'date', ${events.date}, 'timeZone', ${cities.timeZone},
    'city', iif(${hasSeveralCities}, ${cities.name}, null), 'slug', ${cities.slug}${names})`;

/** Takes back offers that have ended, makes the next ones, and ends the line with the booking, each with its email. */
export async function offerSeats(db: Database, eventId: string, now: Date): Promise<void> {
  const [city] = await db
    .select({ timeZone: cities.timeZone })
    .from(events)
    .innerJoin(cities, eq(cities.id, events.cityId))
    .where(eq(events.id, eventId));
  if (!city) return;
  const until = sql`min(${offeredUntil(now, city.timeZone).getTime()}, ${events.closesAt})`;
  const isOfEvent = sql`${linePlaces.eventId} = ${eventId}`;
  const from = sql`${linePlaces} join ${users} on ${users.id} = ${linePlaces.userId}
    join ${events} on ${events.id} = ${linePlaces.eventId} join ${cities} on ${cities.id} = ${events.cityId}`;
  const hasEnded = sql`exists (select 1 from ${events} where ${events.id} = ${eventId} and not ${isBookable(now)})`;
  const freeSeats = sql`(select ${events.capacity} - ${events.taken} - ${openOffers} from ${events} where ${events.id} = ${eventId})`;
  const isNext = sql`${isOfEvent} and ${linePlaces.offeredUntil} is null
    and ${linePlaces.id} in (select id from line_places waiting where waiting.event_id = ${eventId}
      and waiting.offered_until is null order by waiting.joined_at, waiting.id limit max(0, ${freeSeats}))`;
  await db.batch([
    db.delete(linePlaces).where(sql`${isOfEvent} and ${linePlaces.offeredUntil} <= ${now.getTime()}`),
    queueEmail(
      db,
      { kind: "line-ended", to: sql`${users.email}`, data: toEmailData(sql``), from },
      now,
      sql`${isOfEvent} and ${hasEnded}`,
    ),
    db.delete(linePlaces).where(sql`${isOfEvent} and ${hasEnded}`),
    queueEmail(
      db,
      {
        kind: "seat-offered",
        to: sql`${users.email}`,
        data: toEmailData(sql`, 'until', ${until}, 'evening', ${evening}`),
        from,
        expiresAt: until,
      },
      now,
      isNext,
    ),
    db
      .update(linePlaces)
      .set({
        offeredUntil: sql`(select ${until} from ${events} where ${events.id} = ${eventId})`,
      })
      .where(isNext),
  ]);
}

/** For operators. */
export const selectLine = (db: Database, eventId: string) =>
  db
    .select({
      length: sql<number>`count(*)`.as("length"),
      offered: sql<number>`count(${linePlaces.offeredUntil})`.as("offered"),
    })
    .from(linePlaces)
    .where(eq(linePlaces.eventId, eventId));
