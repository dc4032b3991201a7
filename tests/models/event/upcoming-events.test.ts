import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { loadBatched } from "#app/db/batches.ts";
import { events } from "#app/db/schema/event.ts";
import { venues } from "#app/db/schema/venue.ts";
import { cancelEvent } from "#app/models/event/events.server.ts";
import { readUpcomingEvents } from "#app/models/event/upcoming-events.server.ts";
import { openClub } from "#tests/support/club.ts";
import { createCity, createEvent, venueOf } from "#tests/support/events.ts";

const club = openClub();
const now = new Date();

interface Wanted {
  page?: number | null;
  eventId?: string | null;
}

const read = (slug: string, { page = null, eventId = null }: Wanted = {}) =>
  loadBatched(
    club,
    readUpcomingEvents(club.db, {
      slug,
      eventId,
      page,
      userId: sql`null`,
      latitude: undefined,
      longitude: undefined,
      timeZone: "UTC",
      now,
    }),
  );

type VenueFacts = Partial<typeof venues.$inferInsert>;

/** An event in a new city, with a venue of each of these. */
async function createEventWithVenues(facts: VenueFacts[]) {
  const cityId = await createCity(club);
  const eventId = await createEvent(club, { cityId, venueTables: facts.map(() => 1) });
  for (const [i, fact] of facts.entries())
    await club.db
      .update(venues)
      .set(fact)
      .where(eq(venues.id, venueOf(eventId, i)));
  const { events: found } = await read(cityId);
  return found[0];
}

test("reads the upcoming events of one city, the next first, and of no other", async () => {
  const [cityId, otherId] = [await createCity(club), await createCity(club)];
  const later = await createEvent(club, { cityId, hoursFromNow: 300 });
  const next = await createEvent(club, { cityId, hoursFromNow: 150 });
  await createEvent(club, { cityId, hoursFromNow: -1 });
  const canceled = await createEvent(club, { cityId, hoursFromNow: 200 });
  await cancelEvent(club.db, { id: canceled, because: undefined, now });
  await createEvent(club, { cityId: otherId });
  const { city, hasSeveralCities, events: found } = await read(cityId);
  expect(city?.id).toBe(cityId);
  expect(hasSeveralCities).toBe(true);
  expect(found.map(({ id }) => id)).toEqual([next, later]);
});

test("reads sixty events of a city, with their venues, and the others as another page", async () => {
  const cityId = await createCity(club);
  const eventId = await createEvent(club, { cityId });
  await club.db.run(sql`insert into events (id, city_id, date, scheduled_for, closes_at, available)
    select value, ${cityId}, ${now.getTime()} + value * 36000000, ${now.getTime()} + value * 36000000, 0, 1
    from json_each(${JSON.stringify(Array.from({ length: 69 }, (_, i) => i + 20))})`);
  await club.db.run(sql`insert into event_venues (event_id, venue_id, tables)
    select id, ${venueOf(eventId)}, 2 from ${events} where ${and(eq(events.cityId, cityId), sql`id <> ${eventId}`)}`);
  await club.db
    .update(venues)
    .set({ priceLevel: 2 })
    .where(eq(venues.id, venueOf(eventId)));
  const pages = [];
  for (const number of [1, 2, 3]) {
    const { events: found, eventCount, page } = await read(cityId, { page: number });
    expect(eventCount).toBe(70);
    pages.push({ page, ids: found.map(({ id }) => id) });
    for (const { venues } of found) expect(venues.map(({ priceLevel }) => priceLevel)).toEqual([2]);
  }
  const [first, second, third] = pages;
  expect(third?.ids).toEqual([]);
  expect([first?.ids.length, second?.ids.length]).toEqual([60, 10]);
  expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(70);
  for (const expected of [first, second])
    for (const id of [expected?.ids[0], expected?.ids.at(-1)])
      expect((await read(cityId, { eventId: id ?? "" })).page).toBe(expected?.page);
  expect((await read(cityId, { eventId: "unknown" })).page).toBe(1);
});

test("an event serves the diets that any of its venues can serve, each once", async () => {
  const event = await createEventWithVenues([{ diets: [4, 1] }, { diets: [] }, { diets: [2, 1] }]);
  expect(event?.diets).toEqual([1, 2, 4]);
});
