import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { derive, type GivenTime, toMs, type ValueOrPlaceholder } from "#app/db/prepare-queries.ts";
import { cities, events } from "#app/db/schema.ts";

export interface CityWish {
  slug: string | null;
  /** An event that the visitor has chosen before. */
  eventId?: string | null;
  userId: SQL;
  /** The place that the request comes from, if Cloudflare knows it. */
  latitude: number | undefined;
  longitude: number | undefined;
  timeZone: string;
  now: Date;
}

export interface GivenWish {
  slug: Placeholder | null;
  eventId: Placeholder | null;
  userId: SQL;
  latitude: Placeholder | null;
  longitude: Placeholder | null;
  squares: Placeholder | null;
  timeZone: Placeholder;
  now: Placeholder;
}

export const wishNames = [
  "slug?",
  "eventId?",
  "latitude?",
  "longitude?",
  "squares?",
  "timeZone",
  "now",
] as const;

export const describeWish = ({ slug, eventId = null, latitude, longitude, timeZone, now }: CityWish) => ({
  slug,
  eventId,
  timeZone,
  now: now.getTime(),
  ...(latitude === undefined || longitude === undefined
    ? { latitude: null, longitude: null, squares: null }
    : { latitude, longitude, squares: JSON.stringify(listSquares(latitude, longitude)) }),
});

const hasUpcomingEvent = (now: GivenTime) =>
  sql`exists (select 1 from events upcoming where upcoming.city_id = ${cities.id}
    and upcoming.date > ${toMs(now)} and upcoming.canceled_at is null)`;

/** Visitors are not offered a city in which nothing is planned. */
export const isOffered = (now: GivenTime) =>
  sql`(${hasUpcomingEvent(now)} or exists (select 1 from schedules
    where schedules.city_id = ${cities.id} and schedules.ended_at is null))`;

const lastBookedCityId = (
  userId: SQL,
) => sql`(select e.city_id from bookings b join events e on e.id = b.event_id
  where b.user_id = ${userId} order by b.created_at desc limit 1)`;

/** The named city; of those with upcoming events that of the chosen event, of the last booking, the nearest, of the time zone. */
export const chosenCityOrder = ({ slug, eventId, userId, latitude, longitude, timeZone, now }: CityWish) => {
  const isOfEvent = sql`${cities.id} = coalesce((select ${events.cityId} from ${events}
    where ${events.id} = ${eventId ?? ""}), '')`;
  const isLastBooked = sql`coalesce(${cities.id} = ${lastBookedCityId(userId)}, 0)`;
  const distance =
    latitude === undefined || longitude === undefined ? sql`null` : distanceTo(latitude, longitude);
  return sql`${cities.slug} = ${slug ?? ""} desc, ${hasUpcomingEvent(now)} desc, ${isOfEvent} desc, ${isLastBooked} desc, ${distance} nulls last,
    ${cities.timeZone} = ${timeZone} desc, ${cities.name}, ${cities.slug}`;
};

/** Only for comparing: squared degrees, with degrees of longitude as wide as they are at this latitude. */
function distanceTo(latitude: ValueOrPlaceholder<number>, longitude: ValueOrPlaceholder<number>): SQL {
  const apart = sql`abs(${cities.longitude} - ${longitude})`;
  const eastWest = sql`${derive(latitude, widthAt)} * min(${apart}, 360 - ${apart})`;
  const northSouth = sql`(${cities.latitude} - ${latitude})`;
  return sql`(${northSouth} * ${northSouth} + ${eastWest} * ${eastWest})`;
}

const widthAt = (latitude: number) => Math.cos((latitude * Math.PI) / 180);

export const isChosenCity = (wish: GivenWish) => sql`${cities.id} = ${chosenCityId(wish)}`;

/** The first in that order, without reading all cities: each query stops at the first of an index. */
export function chosenCityId(wish: GivenWish): SQL {
  const choices = [
    ...(wish.slug ? [sql`(select ${cities.id} from ${cities} where ${cities.slug} = ${wish.slug})`] : []),
    ...listChoices(wish, hasUpcomingEvent(wish.now)),
    ...listChoices(wish, sql`true`),
  ];
  return sql`coalesce(${sql.join(choices, sql`, `)})`;
}

function listChoices(wish: GivenWish, condition: SQL): SQL[] {
  const { eventId, userId, timeZone } = wish;
  const select = (isWanted: SQL) => sql`(select ${cities.id} from ${cities} where ${isWanted} and ${condition}
    order by ${cities.name}, ${cities.slug} limit 1)`;
  const ofEvent = sql`(select ${events.cityId} from ${events} where ${events.id} = ${eventId})`;
  return [
    ...(eventId ? [select(sql`${cities.id} = ${ofEvent}`)] : []),
    select(sql`${cities.id} = ${lastBookedCityId(userId)}`),
    ...nearestCityIds(wish, condition),
    select(sql`${cities.timeZone} = ${timeZone}`),
    select(sql`true`),
  ];
}

/** Degrees of latitude and of longitude. */
const squareSize = 4;
const squaresAround = 360 / squareSize;

/** The map in squares, row by row from the south, as the index `cities_by_square` has it. */
const squareOf = sql`cast((latitude + 90) / 4 as integer) * 90 + cast((longitude + 180) / 4 as integer)`;

/** The square of a place and the eight around it, also across the date line. */
function listSquares(latitude: number, longitude: number): number[] {
  const row = Math.floor((latitude + 90) / squareSize);
  const column = Math.floor((longitude + 180) / squareSize) + squaresAround;
  return [-1, 0, 1].flatMap((north) =>
    [-1, 0, 1].map((east) => (row + north) * squaresAround + ((column + east) % squaresAround)),
  );
}

/** No city outside of the squares is as near. */
const squareDegreesAt = (latitude: number) => (squareSize * widthAt(latitude)) ** 2;

/** Within the squares around, and otherwise of the 12 cities on each side that are least far north or south. */
function nearestCityIds({ latitude, longitude, squares, timeZone }: GivenWish, condition: SQL): SQL[] {
  if (!latitude || !longitude) return [];
  const distance = distanceTo(latitude, longitude);
  const select = (isNear: SQL) => sql`(select ${cities.id} from ${cities} where ${isNear} and ${condition}
    order by ${distance}, ${cities.timeZone} = ${timeZone} desc, ${cities.name}, ${cities.slug} limit 1)`;
  const isInSquares = sql`${squareOf} in (select value from json_each(${squares}))`;
  const far = (isOnSide: SQL, order: SQL) => sql`select * from (select ${cities.id} from ${cities}
    where ${cities.latitude} ${isOnSide} ${latitude} and ${distance} is not null and ${condition}
    order by ${cities.latitude} ${order} limit 12)`;
  return [
    select(sql`${isInSquares} and ${distance} < ${derive(latitude, squareDegreesAt)}`),
    select(sql`${cities.id} in (${far(sql`>=`, sql`asc`)} union all ${far(sql`<`, sql`desc`)})`),
  ];
}
