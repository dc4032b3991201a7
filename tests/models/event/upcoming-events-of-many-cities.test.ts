import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { loadBatched } from "#app/db/batches.ts";
import { openDatabase } from "#app/db/client.server.ts";
import { readUpcomingEvents } from "#app/models/event/upcoming-events.server.ts";
import { openClub } from "#tests/support/club.ts";
import { insertDiners } from "#tests/support/events.ts";
import { addManyCities, addManyEvents } from "#tests/support/many-cities.ts";
import { wrapDatabase } from "#tests/support/wrap-database.ts";

/** Each city has twenty events at three venues. */
const clubs = { one: openClub(), many: openClub() };
const start = Date.now();
const now = new Date(start);

/** In the middle of the cities, so that it has neighbours. */
const cityIndex = 250;
const maxRatio = 1.1;

beforeAll(async () => {
  for (const [name, club] of Object.entries(clubs)) {
    const planned = await addManyCities(club, { cityCount: 500, venuesPerCity: 3 });
    if (name === "one")
      for (const table of ["venues", "cities"])
        await club.binding.exec(
          `DELETE FROM ${table} WHERE ${table === "venues" ? "city_id" : "id"} <> 'many-${cityIndex}'`,
        );
    const cityIds = planned.map(({ id }) => id).filter((id) => name === "many" || id === `many-${cityIndex}`);
    await addManyEvents(club, { cityIds, eventsPerCity: 20, start });
    const [userId = ""] = await insertDiners(club, 1);
    await club.binding
      .prepare("INSERT INTO bookings (id, user_id, event_id, created_at) VALUES ('booking', ?, ?, 0)")
      .bind(userId, `many-${cityIndex}-event-0`)
      .run();
  }
});

const city = () => clubs.one.binding.prepare("SELECT * FROM cities").first<Record<string, number & string>>();

/** What D1 counts, and bills, for the events page. */
async function countRowsRead(name: keyof typeof clubs, wish: object) {
  let rowsRead = 0;
  const db = openDatabase(
    wrapDatabase(clubs[name].binding, async (call) => {
      const answer = await call();
      for (const { meta } of answer as D1Result[]) rowsRead += meta.rows_read;
      return answer;
    }),
  );
  const noWish = { slug: null, eventId: null, userId: sql`null`, latitude: undefined, longitude: undefined };
  const found = await loadBatched(
    { db },
    readUpcomingEvents(db, { ...noWish, timeZone: "Europe/Budapest", page: null, now, ...wish }),
  );
  expect(found.city?.id).toBe(`many-${cityIndex}`);
  expect(found.events).toHaveLength(20);
  return rowsRead;
}

describe("the events of a city read as many rows beside 499 other cities as alone", () => {
  test.each<[what: string, createWish: () => Promise<object>]>([
    ["where the city is named", async () => ({ slug: `many-${cityIndex}` })],
    ["where an event was chosen before", async () => ({ eventId: `many-${cityIndex}-event-3` })],
    ["where the diner booked last", async () => ({ userId: sql`(select user_id from bookings limit 1)` })],
    [
      "where the visitor is in the city",
      async () => {
        const { latitude = 0, longitude = 0 } = (await city()) ?? {};
        return { latitude, longitude };
      },
    ],
    [
      "where the visitor is some way off",
      async () => {
        const { latitude = 0, longitude = 0 } = (await city()) ?? {};
        return { latitude: latitude + 0.2, longitude: longitude - 0.1 };
      },
    ],
  ])("%s", async (_, createWish) => {
    const wish = await createWish();
    const [one, many] = [await countRowsRead("one", wish), await countRowsRead("many", wish)];
    expect(many / one, `${one} rows alone, ${many} beside others`).toBeLessThanOrEqual(maxRatio);
  });

  test("where only the time zone is known, or nothing", async () => {
    // Here the first by name is another city than in the club of one.
    for (const club of Object.values(clubs))
      await club.binding.exec(
        `UPDATE cities SET name = 'A first one', time_zone = 'Europe/Vienna' WHERE id = 'many-${cityIndex}'`,
      );
    for (const timeZone of ["Europe/Vienna", "America/Lima"]) {
      const [one, many] = [
        await countRowsRead("one", { timeZone }),
        await countRowsRead("many", { timeZone }),
      ];
      expect(many / one, `${one} rows alone, ${many} beside others`).toBeLessThanOrEqual(maxRatio);
    }
  });
});
