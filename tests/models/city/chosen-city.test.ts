import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadBatched } from "#app/db/batches.ts";
import { cities } from "#app/db/schema/city.ts";
import { book, cancel } from "#app/models/booking/transitions.server.ts";
import { type CityWish, chosenCityOrder } from "#app/models/city/chosen-city.server.ts";
import { readUpcomingEvents } from "#app/models/event/upcoming-events.server.ts";
import { openClub } from "#tests/support/club.ts";
import { createEvent, insertDiners, testCity } from "#tests/support/events.ts";

const club = openClub();
const now = new Date();

const noWish = {
  slug: null,
  eventId: null,
  userId: sql`null`,
  latitude: undefined,
  longitude: undefined,
  timeZone: "UTC",
  now,
} satisfies CityWish;

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

async function addCities(rows: [slug: string, timeZone: string, latitude?: number, longitude?: number][]) {
  for (const table of ["outbox", "bookings", "event_venues", "events", "venues", "cities"])
    await club.binding.exec(`DELETE FROM ${table}`);
  for (const [slug, timeZone, latitude = null, longitude = null] of rows)
    await club.db
      .insert(cities)
      .values({ ...testCity, id: slug, slug, name: slug.toUpperCase(), timeZone, latitude, longitude });
}

const choose = async (wish: Partial<CityWish>) =>
  (await loadBatched(club, readUpcomingEvents(club.db, { ...noWish, ...wish, page: null }))).city?.slug;

test("without any city there is none, and no event", async () => {
  expect(await choose({ slug: "budapest", ...at(47, 19) })).toBeUndefined();
  const found = await loadBatched(club, readUpcomingEvents(club.db, { ...noWish, page: null }));
  expect(found).toMatchObject({ city: undefined, hasSeveralCities: false, eventCount: 0, events: [] });
});

test("takes the nearest city, also across the date line and near a pole", async () => {
  await addCities([
    ["budapest", "Europe/Budapest", 47.5, 19],
    ["vienna", "Europe/Vienna", 48.2, 16.4],
    ["suva", "Pacific/Fiji", -18.1, 178.4],
    ["apia", "Pacific/Apia", -13.8, -171.8],
    ["tromso", "Europe/Oslo", 69.6, 18.9],
    ["nowhere", "UTC"],
  ]);
  expect(await choose(at(47.7, 17.6)), "Győr").toBe("vienna");
  expect(await choose(at(46.3, 20.1)), "Szeged").toBe("budapest");
  expect(await choose(at(-17, -179.9)), "east of the date line").toBe("suva");
  expect(await choose(at(-14.3, 179.9)), "west of it").toBe("suva");
  expect(await choose(at(-13.5, -176)), "Wallis").toBe("apia");
  expect(await choose(at(89, -160))).toBe("tromso");
  expect(await choose(at(-90, 0))).toBe("suva");
  expect(await choose(at(-33.9, 18.4)), "Cape Town, far from all").toBe("budapest");
});

test("takes a city in the visitor's time zone where the place is not known, else the first by name", async () => {
  await addCities([
    ["york", "Europe/London", 53.9, -1.1],
    ["london", "Europe/London", 51.5, -0.1],
    ["zagreb", "Europe/Zagreb"],
    ["athens", "Europe/Athens", 38, 23.7],
  ]);
  expect(await choose({ timeZone: "Europe/London" })).toBe("london");
  expect(await choose({ timeZone: "Europe/Zagreb" })).toBe("zagreb");
  expect(await choose({ timeZone: "Asia/Tokyo" })).toBe("athens");
  expect(await choose({ timeZone: "Asia/Tokyo", latitude: 38 }), "half a place is none").toBe("athens");
});

test("takes where the diner booked last before the nearest, the chosen event before that, and the named city first", async () => {
  await addCities([
    ["near", "UTC", 1, 1],
    ["first", "UTC", 40, 40],
    ["last", "UTC", 50, 50],
    ["chosen", "UTC", 60, 60],
    ["named", "UTC", 70, 70],
  ]);
  const [userId = "", otherId = ""] = await insertDiners(club, 2);
  const wish = { userId: sql`${userId}`, ...at(1, 1) };
  const eventIds = {
    first: await createEvent(club, { cityId: "first", hoursFromNow: 200 }),
    last: await createEvent(club, { cityId: "last", hoursFromNow: 150 }),
    chosen: await createEvent(club, { cityId: "chosen" }),
  };
  await createEvent(club, { cityId: "near", hoursFromNow: 400 });
  expect(await choose(wish)).toBe("near");
  await book(club.db, { userId: otherId, eventId: eventIds.chosen, now });
  await book(club.db, { userId, eventId: eventIds.first, now });
  expect(await choose(wish)).toBe("first");
  const later = new Date(now.getTime() + 1);
  const id = (await book(club.db, { userId, eventId: eventIds.last, now: later })) ?? "";
  expect(await choose(wish)).toBe("last");
  await cancel(club.db, { id, userId, now: later });
  expect(await choose(wish), "also where they canceled").toBe("last");
  expect(await choose({ ...wish, eventId: eventIds.chosen })).toBe("chosen");
  expect(await choose({ ...wish, eventId: "no event" })).toBe("last");
  expect(await choose({ ...wish, eventId: eventIds.chosen, slug: "named" })).toBe("named");
  expect(await choose({ ...wish, slug: "unknown" })).toBe("last");
  expect(await choose({ ...wish, slug: "" })).toBe("last");
});

test("takes a city with upcoming dinners before any other, unless the address names one", async () => {
  await addCities([
    ["ahead", "UTC", 1, 1],
    ["booked", "UTC", 2, 2],
    ["near", "Europe/Vienna", 3, 3],
    ["far", "UTC", 60, 60],
  ]);
  const [userId = ""] = await insertDiners(club, 1);
  const wish = { userId: sql`${userId}`, ...at(3, 3), timeZone: "Europe/Vienna" };
  const eventIds: Record<string, string> = {};
  for (const cityId of ["booked", "near"])
    eventIds[cityId] = await createEvent(club, { cityId, hoursFromNow: 200 });
  await book(club.db, { userId, eventId: eventIds.booked ?? "", now });
  expect(await choose(wish)).toBe("booked");
  const end = (id: string) =>
    club.binding.exec(`UPDATE events SET canceled_at = 1 WHERE id = '${eventIds[id]}'`);
  await end("booked");
  expect(await choose(wish)).toBe("near");
  expect(await choose({ ...wish, eventId: eventIds.booked ?? "" })).toBe("near");
  await createEvent(club, { cityId: "far", hoursFromNow: 100 });
  await end("near");
  for (const place of [at(3, 3), { latitude: undefined, longitude: undefined }])
    expect(await choose({ ...wish, ...place })).toBe("far");
  expect(await choose({ ...wish, slug: "near" })).toBe("near");
  await club.binding.exec("UPDATE events SET canceled_at = 1");
  expect(await choose(wish), "in the same order where no city has any").toBe("booked");
  expect(await choose({ ...wish, userId: sql`null` })).toBe("near");
});

test("chooses the city that is first in the order of the menu, whatever is known", async () => {
  const place = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  const near = fc.record({
    latitude: fc.double({ min: 45, max: 49, noNaN: true }),
    longitude: fc.double({ min: 16, max: 23, noNaN: true }),
  });
  const zones = ["UTC", "Europe/Budapest", "Asia/Tokyo"];
  const city = fc.tuple(
    fc.option(fc.oneof(place, near), { nil: undefined }),
    fc.constantFrom(...zones),
    fc.boolean(),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(city, { minLength: 1, maxLength: 12 }),
      fc.option(fc.oneof(place, near), { nil: { latitude: undefined, longitude: undefined } }),
      fc.constantFrom(...zones, "America/Lima"),
      fc.option(fc.constantFrom("c0", "c5", "unknown"), { nil: null }),
      async (rows, visitor, timeZone, slug) => {
        await addCities(rows.map(([where, zone], i) => [`c${i}`, zone, where?.latitude, where?.longitude]));
        for (const [i, [, , hasEvents]] of rows.entries())
          if (hasEvents) await createEvent(club, { cityId: `c${i}` });
        const wish = { ...noWish, ...visitor, timeZone, slug };
        const [first] = await club.db.select().from(cities).orderBy(chosenCityOrder(wish)).limit(1);
        expect(await choose(wish)).toBe(first?.slug);
      },
    ),
    { numRuns: 60 },
  );
});
