import { type SQL, sql } from "drizzle-orm";
import { cities, events } from "#app/db/schema.ts";

export interface CityWish {
  /** As it stands in the address; null where none does. */
  slug: string | null;
  /** An event that the visitor has chosen before. */
  eventId?: string | null;
  userId: SQL;
  /** As far as Cloudflare knows where the request comes from. */
  latitude: number | undefined;
  longitude: number | undefined;
  timeZone: string;
}

const lastBookedCityId = (
  userId: SQL,
) => sql`(select e.city_id from bookings b join events e on e.id = b.event_id
  where b.user_id = ${userId} order by b.created_at desc limit 1)`;

/** The named city, else that of the chosen event, else where the diner booked last, else the nearest, else one in the visitor's time zone. */
export const chosenCityOrder = ({ slug, eventId, userId, latitude, longitude, timeZone }: CityWish) => {
  const isOfEvent = sql`${cities.id} = coalesce((select ${events.cityId} from ${events}
    where ${events.id} = ${eventId ?? ""}), '')`;
  const isLastBooked = sql`coalesce(${cities.id} = ${lastBookedCityId(userId)}, 0)`;
  const distance =
    latitude === undefined || longitude === undefined ? sql`null` : distanceTo(latitude, longitude);
  return sql`${cities.slug} = ${slug ?? ""} desc, ${isOfEvent} desc, ${isLastBooked} desc, ${distance} nulls last,
    ${cities.timeZone} = ${timeZone} desc, ${cities.name}, ${cities.slug}`;
};

/** Only for comparing: squared degrees, with degrees of longitude as wide as they are at this latitude. */
function distanceTo(latitude: number, longitude: number): SQL {
  const width = Math.cos((latitude * Math.PI) / 180);
  const apart = sql`abs(${cities.longitude} - ${longitude})`;
  const eastWest = sql`${width} * min(${apart}, 360 - ${apart})`;
  const northSouth = sql`(${cities.latitude} - ${latitude})`;
  return sql`(${northSouth} * ${northSouth} + ${eastWest} * ${eastWest})`;
}

export const isChosenCity = (wish: CityWish) => sql`${cities.id} = ${chosenCityId(wish)}`;

/**
 * The first in the order above, without reading all cities: each query stops at the first of an index. For the queries beside
 * it, which then need not wait for it.
 */
export function chosenCityId({ slug, eventId, userId, latitude, longitude, timeZone }: CityWish): SQL {
  const byName = sql`order by ${cities.name}, ${cities.slug} limit 1`;
  const choices = [
    ...(slug === null ? [] : [sql`(select ${cities.id} from ${cities} where ${cities.slug} = ${slug})`]),
    ...(eventId ? [sql`(select ${events.cityId} from ${events} where ${events.id} = ${eventId})`] : []),
    lastBookedCityId(userId),
    ...(latitude === undefined || longitude === undefined
      ? []
      : nearestCityIds(latitude, longitude, timeZone)),
    sql`(select ${cities.id} from ${cities} where ${cities.timeZone} = ${timeZone} ${byName})`,
    sql`(select ${cities.id} from ${cities} ${byName})`,
  ];
  return sql`coalesce(${sql.join(choices, sql`, `)})`;
}

/** A city within so many degrees is nearer than any that is farther north or south. */
const nearDegrees = [0.5, 2, 8];

/** In growing parts of the map, and at last on all of it. */
function nearestCityIds(latitude: number, longitude: number, timeZone: string): SQL[] {
  const distance = distanceTo(latitude, longitude);
  const select = (condition: SQL) => sql`(select ${cities.id} from ${cities} where ${condition}
    order by ${distance}, ${cities.timeZone} = ${timeZone} desc, ${cities.name}, ${cities.slug} limit 1)`;
  return [
    ...nearDegrees.map((degrees) =>
      select(sql`${cities.latitude} between ${latitude - degrees} and ${latitude + degrees}
        and ${distance} < ${degrees * degrees}`),
    ),
    select(sql`${distance} is not null`),
  ];
}
