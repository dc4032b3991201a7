import { and, asc, eq, getTableColumns, inArray, type Placeholder, type SQL, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean, sqlJson } from "#app/db/columns.ts";
import {
  canBeBooked,
  hasOpenSeats,
  hasSeveralCities,
  isUpcoming,
  mayBeMinor,
  type SessionLookup,
  sessionUserId,
} from "#app/db/conditions.ts";
import { cityFacts, eveningFacts } from "#app/db/dinner-facts.ts";
import { type GivenTime, prepareQueries, prepareQueriesOfUser, toMs } from "#app/db/prepare-queries.ts";
import { cities, events, quizQuestions, userAnswers } from "#app/db/schema.ts";
import { choicesBeforeNone } from "#app/lib/quiz/quiz.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { findUnmetNeeds, type NeedAnswer, needRoles } from "#app/matching/venues/needs.ts";
import { hasClash } from "#app/models/booking/event-bookings.server.ts";
import {
  type CityWish,
  chosenCityId,
  chosenCityOrder,
  describeWish,
  type GivenWish,
  isChosenCity,
  isOffered,
  wishNames,
} from "#app/models/city/chosen-city.server.ts";
import { type EventVenue, selectEventVenues } from "./event-venues.server.ts";

export type UpcomingEvent = ReturnType<ReturnType<typeof readUpcomingEvents>["toResult"]>["events"][number];

const isMatched = sqlBoolean`${events.matchedAt} is not null`;

const eventColumns = (now: GivenTime, userId: SQL) => ({
  id: events.id,
  date: events.date,
  closesAt: events.closesAt,
  timeZone: cities.timeZone,
  cityName: cities.name,
  taken: events.taken,
  capacity: events.capacity,
  isMatched: isMatched.as("is_matched"),
  isOpen: canBeBooked(now).as("is_open"),
  bookingId: sql<string | null>`(select b.id from bookings b where b.event_id = ${events.id}
    and b.user_id = ${userId} and b.canceled = 0)`.as("booking_id"),
  hasClash: hasClash(userId, events.id, now).as("has_clash"),
  isFull:
    sqlBoolean`(${events.closesAt} > ${toMs(now)} and ${events.available} = 1 and ${events.canceledAt} is null
    and ${events.matchedAt} is null and not ${hasOpenSeats})`.as("is_full"),
  placeId: sql<string | null>`(select l.id from line_places l where l.event_id = ${events.id}
    and l.user_id = ${userId})`.as("place_id"),
});

export const maxEvents = 60;

/** What is the same for all venues of the event, or holds for one of them: where a diner sits is not known yet. */
function addVenueFacts<Event extends { id: string }>(
  event: Event,
  { venues, answers }: { venues: readonly EventVenue[]; answers: readonly NeedAnswer[] },
) {
  return {
    ...event,
    venues,
    unmetNeeds: findUnmetNeeds(answers, venues),
    diets: [...new Set(venues.flatMap(({ diets }) => diets))].sort((one, other) => one - other),
  };
}

/** In a subquery of a query of cities. */
const upcomingOfCity = (now: GivenTime) =>
  sql`${events} where ${events.cityId} = ${cities.id} and ${isUpcoming(now)}`;

interface PageWish extends CityWish {
  /** From 1; null for the page of the event that the visitor has chosen before. */
  page: number | null;
}

function skippedCount({ skipped, slug, eventId, now }: GivenPage): SQL<number> {
  if (skipped) return sql`${skipped}`;
  if (!eventId) return sql`0`;
  const isOfNamedCity = slug ? sql`own.slug = ${slug}` : sql`true`;
  // D1 counts in floating point where a number is bound.
  return sql`(select cast(count(*) / ${maxEvents} as integer) * ${maxEvents}
    from events chosen join cities own on own.id = chosen.city_id
    join events earlier on earlier.city_id = chosen.city_id and earlier.date > ${now}
      and earlier.canceled_at is null and (earlier.date, earlier.id) < (chosen.date, chosen.id)
    where chosen.id = ${eventId} and chosen.canceled_at is null and ${isOfNamedCity})`;
}

interface GivenPage extends GivenWish {
  skipped: Placeholder | null;
}

const queryUpcomingEvents = prepareQueriesOfUser([...wishNames, "skipped?"], (db, userId, given) => {
  const { now } = given;
  const wish = { ...given, userId };
  const isAboutNeeds = inArray(quizQuestions.role, needRoles);
  const isUpcomingThere = sql`${events.cityId} = ${chosenCityId(wish)} and ${isUpcoming(now)}`;
  const skipped = skippedCount(wish);
  const eventIds = sql`(select ${events.id} from ${events} where ${isUpcomingThere}
      order by ${events.date}, ${events.id} limit ${maxEvents} offset ${skipped})`;
  return [
    db
      .select({
        ...getTableColumns(cities),
        eventCount: sql<number>`(select count(*) from ${upcomingOfCity(now)})`.as("event_count"),
        skippedCount: skipped.as("skipped_count"),
        hasSeveralCities: hasSeveralCities.as("has_several_cities"),
        mayBeMinor: mayBeMinor(userId, now).as("may_be_minor"),
        pause: sql<{
          until: number;
          because: string;
        } | null>`(select json_object('until', paused_until, 'because', paused_because)
          from schedules where schedules.city_id = cities.id and schedules.ended_at is null
            and schedules.paused_until > ${now} order by paused_until limit 1)`
          .mapWith((pause: string | null) => pause && JSON.parse(pause))
          .as("pause"),
      })
      .from(cities)
      .where(isChosenCity(wish)),
    db.select({ id: cities.id }).from(cities).where(isOffered(now)).limit(2),
    db
      .select(eventColumns(now, userId))
      .from(events)
      .innerJoin(cities, eq(cities.id, events.cityId))
      .where(sql`${events.id} in ${eventIds}`)
      .orderBy(asc(events.date), asc(events.id)),
    selectEventVenues(db, eventIds),
    db.select({ choices: quizQuestions.choices }).from(quizQuestions).where(eq(quizQuestions.role, "diet")),
    db
      .select({
        role: quizQuestions.role,
        questionId: sql<number>`${quizQuestions.id}`.as("question_id"),
        choices: quizQuestions.choices,
        answerIds: userAnswers.answerIds,
      })
      .from(userAnswers)
      .innerJoin(quizQuestions, and(eq(quizQuestions.id, userAnswers.questionId), isAboutNeeds))
      .where(eq(userAnswers.userId, userId)),
  ];
});

/** A page of the upcoming events of one city with what they lack for this user, and all diets that a venue can serve. */
export const readUpcomingEvents = (db: Database, { page, ...wish }: PageWish) =>
  batchedRead(
    queryUpcomingEvents(db, wish.userId, {
      ...describeWish(wish),
      skipped: page === null ? null : (page - 1) * maxEvents,
    }),
    ([[city], offered, upcoming, venues, [dietQuestion], answers]) => {
      const diets = choicesBeforeNone(dietQuestion?.choices ?? []);
      const byEvent = Map.groupBy(venues, ({ eventId }) => eventId);
      return {
        /** Nothing where the club has no city yet. */
        city,
        eventCount: city?.eventCount ?? 0,
        page: 1 + (city?.skippedCount ?? 0) / maxEvents,
        hasSeveralCities: city?.hasSeveralCities ?? false,
        /** Of the schedule of the city that begins again first; null if none is paused. */
        pause: city?.pause ?? null,
        mayBeMinor: city?.mayBeMinor ?? false,
        canChangeCity: offered.some(({ id }) => id !== city?.id),
        events: upcoming.map((event) =>
          addVenueFacts(event, { venues: byEvent.get(event.id) ?? [], answers: answers as NeedAnswer[] }),
        ),
        diets,
      };
    },
  );

const selectEvenings = (db: Database, condition: SQL, limit = 2) =>
  db
    .select({ id: events.id, ...eveningFacts, ...cityFacts })
    .from(events)
    .innerJoin(cities, eq(cities.id, events.cityId))
    .where(condition)
    .orderBy(asc(events.date), asc(events.id))
    .limit(limit);

/** Some of them may not suit the diner. */
const maxNextEvenings = 6;

const queryEvenings = prepareQueries(["tokenHash", "now", "bookingId"], (db, { bookingId, ...session }) => {
  const userId = sessionUserId(session);
  const own = sql`bookings own join events e on e.id = own.event_id
    where own.id = ${bookingId} and own.user_id = ${userId}`;
  const hasBooked = sql`exists (select 1 from bookings b where b.event_id = ${events.id}
    and b.user_id = ${userId} and b.canceled = 0)`;
  return [
    selectEvenings(db, sql`${events.id} = (select own.event_id from ${own})`),
    selectEvenings(
      db,
      sql`${events.cityId} = (select e.city_id from ${own} and (own.canceled = 1 or own.confirmed = 0 or e.date <= ${session.now}))
        and ${events.id} <> (select e.id from ${own}) and ${isUpcoming(session.now)} and ${canBeBooked(session.now)} and not ${hasBooked}
        and not ${hasClash(userId, events.id, session.now)}`,
      maxNextEvenings,
    ),
  ];
});

/** The event of a booking, and where that has no seat or is over, the next of its city that the user can book instead. */
export const readEvenings = (db: Database, { tokenHash, now }: SessionLookup, bookingId: string) =>
  batchedRead(
    queryEvenings(db, { tokenHash, now: now.getTime(), bookingId }),
    ([[evening], nextEvenings]) => evening && { evening, nextEvenings },
  );

const queryBookedEvening = prepareQueries(
  ["tokenHash", "now", "bookingId"],
  (db, { bookingId, ...session }) => [
    selectEvenings(
      db,
      sql`${events.id} = (select own.event_id from bookings own
      where own.id = ${bookingId} and own.user_id = ${sessionUserId(session)})`,
    ),
  ],
);

/** The event of a booking. */
export const readBookedEvening = (db: Database, { tokenHash, now }: SessionLookup, bookingId: string) =>
  batchedRead(queryBookedEvening(db, { tokenHash, now: now.getTime(), bookingId }), ([[evening]]) => evening);

/** Who has canceled a dinner is offered another day first. */
const halfDayMs = 12 * hourMs;

const queryListedEvening = prepareQueries(["tokenHash", "now"], (db, session) => {
  const own = sql`(select e.id from bookings own join events e on e.id = own.event_id
    where own.user_id = ${sessionUserId(session)} and own.canceled = 0 and e.date > ${session.now} and e.canceled_at is null
    order by e.date limit 1)`;
  const bookings = sql`bookings b where b.user_id = ${sessionUserId(session)}`;
  // With several cities, it is one of the city that the user has booked last.
  const next = sql`(select ${events.id} from ${events}
    where ${isUpcoming(session.now)} and ${canBeBooked(session.now)}
      and not exists (select 1 from ${bookings} and b.event_id = ${events.id})
      and ${events.cityId} = iif(${hasSeveralCities}, (select e.city_id
        from events e where e.id = (select b.event_id from ${bookings} order by b.created_at desc limit 1)),
        (select min(c.id) from cities c))
    order by exists (select 1 from bookings b join events off on off.id = b.event_id
      where b.user_id = ${sessionUserId(session)} and b.canceled = 1
        and abs(off.date - ${events.date}) < ${halfDayMs}), ${events.date} limit 1)`;
  return [selectEvenings(db, sql`${events.id} = coalesce(${own}, ${next})`)];
});

export type ListedEvening = NonNullable<ReturnType<ReturnType<typeof readListedEvening>["toResult"]>>;

/** For the list of a user’s bookings: their next dinner, or if they have none, the next they can book and have never booked. */
export const readListedEvening = (db: Database, { tokenHash, now }: SessionLookup) =>
  batchedRead(queryListedEvening(db, { tokenHash, now: now.getTime() }), ([[evening]]) => evening);

const queryFirstEvening = prepareQueriesOfUser(wishNames, (db, userId, given) => {
  const { now } = given;
  const canceled = sql`bookings b join events off on off.id = b.event_id
    where b.user_id = ${userId} and b.canceled = 1 and abs(off.date - ${events.date}) < ${halfDayMs}`;
  const first = sql`(select ${events.id} from ${events}
    where ${events.cityId} = ${chosenCityId({ ...given, userId })} and ${isUpcoming(now)} and ${canBeBooked(now)}
      and not ${hasClash(userId, events.id, now)}
      and not exists (select 1 from bookings b where b.event_id = ${events.id} and b.user_id = ${userId} and b.canceled = 0)
    order by exists (select 1 from ${canceled}), ${events.date} limit 1)`;
  return [selectEvenings(db, sql`${events.id} = ${first}`)];
});

/** The next event that a user can book, in the city that they are shown first. */
export const readFirstEvening = (db: Database, wish: CityWish) =>
  batchedRead(queryFirstEvening(db, wish.userId, describeWish(wish)), ([[evening]]) => evening);

const queryEveningsInstead = prepareQueries(["tokenHash", "now"], (db, session) => {
  const userId = sessionUserId(session);
  const own = sql`(select e.city_id from bookings own join events e on e.id = own.event_id
    where own.user_id = ${userId} and own.canceled = 0 and own.confirmed = 0 and e.date > ${session.now} and e.canceled_at is null
    order by e.date limit 1)`;
  return [
    selectEvenings(
      db,
      sql`${events.cityId} = ${own} and ${isUpcoming(session.now)} and ${canBeBooked(session.now)}
        and not exists (select 1 from bookings b where b.event_id = ${events.id} and b.user_id = ${userId} and b.canceled = 0)
        and not ${hasClash(userId, events.id, session.now)}`,
      maxNextEvenings,
    ),
  ];
});

/** For the list of a user’s bookings: what they can book where the next of these has no seat for them yet. */
export const readEveningsInstead = (db: Database, { tokenHash, now }: SessionLookup) =>
  batchedRead(queryEveningsInstead(db, { tokenHash, now: now.getTime() }), ([evenings]) => evenings);

interface EveningToFollow {
  /** A subquery for the id of the event. */
  eventId: SQL;
  /** A subquery for who looks. Of somebody else, it would tell when they are out. */
  userId: SQL;
  now: Date;
}

/** The next event of the same city that can be booked instead of this one, or after it. */
const readEveningAfter = (db: Database, { eventId, userId, now }: EveningToFollow) =>
  batchedRead(
    [
      selectEvenings(
        db,
        sql`${events.cityId} = (select e.city_id from events e where e.id = ${eventId}) and ${events.id} <> ${eventId}
          and ${isUpcoming(now)} and ${canBeBooked(now)} and not ${hasClash(userId, events.id, now)}
          and not exists (select 1 from bookings b where b.event_id = ${events.id} and b.canceled = 0 and b.user_id = ${userId})`,
        1,
      ),
    ],
    ([[next]]) => next,
  );

type Viewer = Omit<EveningToFollow, "eventId">;

export const readEveningAfterBooking = (db: Database, bookingId: string, viewer: Viewer) =>
  readEveningAfter(db, {
    eventId: sql`(select own.event_id from bookings own where own.id = ${bookingId})`,
    ...viewer,
  });

export const readEveningAfterFriendLink = (db: Database, linkId: string, viewer: Viewer) =>
  readEveningAfter(db, {
    eventId: sql`(select b.event_id from pairs link join bookings b on b.id = link.booking_id
      where link.pair_id = ${linkId} and link.asked_at is null)`,
    ...viewer,
  });

export const readEveningAfterPlace = (db: Database, id: string, viewer: Viewer) =>
  readEveningAfter(db, {
    eventId: sql`(select place.event_id from line_places place where place.id = ${id})`,
    ...viewer,
  });

/** The cities that visitors are offered, their own first, with how many events they have, and the next that can be booked. */
export function readCityMenu(db: Database, wish: CityWish) {
  const upcoming = upcomingOfCity(wish.now);
  return batchedRead(
    [
      db
        .select({
          slug: cities.slug,
          name: cities.name,
          country: cities.country,
          timeZone: cities.timeZone,
          eventCount: sql<number>`(select count(*) from ${upcoming})`.as("event_count"),
          next: sqlJson<{
            date: number;
            taken: number;
            capacity: number;
          } | null>`(select json_object('date', ${events.date}, 'taken', ${events.taken}, 'capacity', ${events.capacity})
            from ${upcoming} and ${canBeBooked(wish.now)}
            and not exists (select 1 from bookings b where b.event_id = events.id
              and b.user_id = ${wish.userId} and b.canceled = 0)
            order by ${events.date} limit 1)`.as("next_event"),
        })
        .from(cities)
        .where(isOffered(wish.now))
        .orderBy(chosenCityOrder({ ...wish, slug: null })),
    ],
    ([found]) =>
      found.map(({ next, ...city }) => ({ ...city, next: next && { ...next, date: new Date(next.date) } })),
  );
}

const queryBookability = prepareQueries(["id", "now"], (db, { id, now }) => [
  db
    .select({
      ...eveningFacts,
      closesAt: events.closesAt,
      isCanceled: sqlBoolean`${events.canceledAt} is not null`.as("is_canceled"),
      isAvailable: events.available,
      isMatched: isMatched.as("is_matched"),
      isOpen: canBeBooked(now).as("is_open"),
      cityName: cities.name,
      hasSeveralCities: hasSeveralCities.as("has_several_cities"),
    })
    .from(events)
    .innerJoin(cities, eq(cities.id, events.cityId))
    .where(eq(events.id, id)),
]);

/** What decides whether it can be booked; also of an event that is over or canceled. */
export const readBookability = (db: Database, id: string, now: Date) =>
  batchedRead(queryBookability(db, { id, now: now.getTime() }), ([[found]]) => found);

const selectBookable = (db: Database, condition: SQL, now: Date, ...before: SQL[]) =>
  db
    .select({ cityName: cities.name, ...eveningFacts })
    .from(events)
    .innerJoin(cities, eq(cities.id, events.cityId))
    .where(and(condition, isUpcoming(now), canBeBooked(now)))
    .orderBy(...before, asc(events.date), asc(events.id))
    .limit(1);

interface NextWish extends Record<"from" | "until" | "now", Date> {
  timeZone: string;
}

/** Of the city that the list of dinners then shows: an event of this time that can be booked, with a taken seat if there is one; its first; and whether this time has any event. */
export function readNextBookable(db: Database, { from, until, now, timeZone }: NextWish) {
  const isWithin = sql`${events.date} >= ${from.getTime()} and ${events.date} < ${until.getTime()}`;
  const firstCityId = (condition: SQL) =>
    sql`(select ${cities.id} from ${cities} where ${condition}
      and exists (select 1 from ${events} where ${events.cityId} = ${cities.id} and ${isUpcoming(now)} and ${canBeBooked(now)})
      order by ${cities.name}, ${cities.slug} limit 1)`;
  const ofTimeZone = firstCityId(sql`${cities.timeZone} = ${timeZone}`);
  const isThere = sql`${events.cityId} = coalesce(${ofTimeZone}, ${firstCityId(sql`true`)})`;
  return batchedRead(
    [
      db
        .select({ id: events.id })
        .from(events)
        .where(and(isWithin, sql`${events.canceledAt} is null`))
        .limit(1),
      selectBookable(db, sql`${isThere} and ${isWithin}`, now, sql`${events.taken} = 0`),
      selectBookable(db, isThere, now),
    ],
    ([[any], [within], [first]]) => ({ hasAny: Boolean(any), within, first }),
  );
}
