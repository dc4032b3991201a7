import { dayMs, hourMs } from "#app/lib/time-units.ts";
import type { Club } from "./club.ts";
import { testCity } from "./events.ts";
import { createRandom } from "./random.ts";

const zones = ["Europe/Budapest", "America/New_York", "Asia/Tokyo", "Australia/Sydney", "Africa/Lagos"];

/** All over the map, so that each has neighbours; the same each time. */
export function planCities(cityCount: number) {
  const random = createRandom(500);
  return Array.from({ length: cityCount }, (_, i) => ({
    ...testCity,
    id: `many-${i}`,
    slug: `many-${i}`,
    name: `Many ${i}`,
    timeZone: zones[i % zones.length] ?? "UTC",
    latitude: random.integerBelow(12_000) / 100 - 55,
    longitude: random.integerBelow(36_000) / 100 - 180,
  }));
}

const insertJson = (club: Pick<Club, "binding">, table: string, columns: Record<string, string>) => {
  const names = Object.keys(columns);
  const values = Object.values(columns);
  return (rows: object[]) =>
    club.binding
      .prepare(`INSERT INTO ${table} (${names}) SELECT ${values} FROM json_each(?)`)
      .bind(JSON.stringify(rows))
      .run();
};

const of = (name: string) => `value ->> '${name}'`;

/** Cities with so many venues each; returns the cities. */
export async function addManyCities(
  club: Pick<Club, "binding">,
  { cityCount, venuesPerCity }: { cityCount: number; venuesPerCity: number },
) {
  const planned = planCities(cityCount);
  await insertJson(club, "cities", {
    id: of("id"),
    slug: of("slug"),
    name: of("name"),
    country: of("country"),
    time_zone: of("timeZone"),
    currency: of("currency"),
    price: of("price"),
    deposit: of("deposit"),
    latitude: of("latitude"),
    longitude: of("longitude"),
  })(planned);
  const venues = planned.flatMap(({ id: cityId }) =>
    Array.from({ length: venuesPerCity }, (_, i) => ({ id: `${cityId}-venue-${i}`, cityId })),
  );
  await insertJson(club, "venues", {
    id: of("id"),
    city_id: of("cityId"),
    name: of("id"),
    address: of("id"),
    google_maps_link: "'https://maps.example/'",
    price_level: "1",
    tables: "2",
    diets: "'[1,2]'",
  })(venues);
  return planned;
}

/** Weekly events of each of these cities, at all their venues, without a schedule. */
export async function addManyEvents(
  club: Pick<Club, "binding">,
  { cityIds, eventsPerCity, start }: { cityIds: string[]; eventsPerCity: number; start: number },
): Promise<void> {
  const events = cityIds.flatMap((cityId) =>
    Array.from({ length: eventsPerCity }, (_, i) => ({
      id: `${cityId}-event-${i}`,
      cityId,
      date: start + (3 + 7 * i) * dayMs,
    })),
  );
  await insertJson(club, "events", {
    id: of("id"),
    city_id: of("cityId"),
    date: of("date"),
    scheduled_for: of("date"),
    closes_at: `${of("date")} - ${48 * hourMs}`,
    available: "1",
  })(events);
  await club.binding
    .prepare(
      `INSERT INTO event_venues (event_id, venue_id, tables)
        SELECT events.id, venues.id, 2 FROM events JOIN venues ON venues.city_id = events.city_id
        WHERE events.city_id IN (SELECT value FROM json_each(?))`,
    )
    .bind(JSON.stringify(cityIds))
    .run();
}

/** A weekly schedule in each of these cities, with all its venues. */
export async function addManySchedules(
  club: Pick<Club, "binding">,
  { cityIds, weeks }: { cityIds: string[]; weeks: number },
): Promise<void> {
  await insertJson(club, "schedules", {
    id: "'schedule of ' || value",
    city_id: "value",
    weekday: "5",
    time: "'19:00'",
    weeks: String(weeks),
    created_at: "0",
  })(cityIds as unknown as object[]);
  await club.binding.exec(
    `INSERT INTO schedule_venues (schedule_id, venue_id, tables)
      SELECT schedules.id, venues.id, 2 FROM schedules JOIN venues ON venues.city_id = schedules.city_id`.replaceAll(
      "\n",
      " ",
    ),
  );
}
