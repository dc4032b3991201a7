import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { events } from "#app/db/schema/event.ts";
import { venues } from "#app/db/schema/venue.ts";
import { addEvent, cancelEvent, editEvent, findEvent } from "#app/models/event/events.server.ts";
import { openClub } from "#tests/support/club.ts";
import { addTestCity, createCity, createEvent, newVenue, testCity } from "#tests/support/events.ts";

const club = openClub();
const hourMs = 3_600_000;
const now = new Date();
const hours = (count: number) => new Date(now.getTime() + count * hourMs);

let venueCount = 0;

async function add(date: Date, cityId = testCity.id) {
  const venueId = `added-${++venueCount}`;
  await addTestCity(club);
  await club.db.insert(venues).values(newVenue(venueId, { cityId }));
  const closesAt = new Date(date.getTime() - 48 * hourMs);
  return addEvent(club.db, { cityId, date, closesAt, venues: [{ venueId, tables: 2 }] });
}

async function loadEvent(id: string | undefined) {
  const event = await findEvent(club.db, id ?? "");
  if (!event) throw new Error("The event is gone");
  return event;
}

const move = async (id: string | undefined, date: Date) =>
  editEvent(club.db, { event: await loadEvent(id), changes: { date }, now });

const countEvents = (date: Date, cityId = testCity.id) =>
  club.db.$count(events, and(eq(events.cityId, cityId), eq(events.date, date)));

test("a city has one event at a time, however many are added at once, and another city has its own", async () => {
  const otherCityId = await createCity(club);
  const added = await Promise.all(Array.from({ length: 20 }, () => add(hours(200))));
  expect(added.filter(Boolean)).toHaveLength(1);
  expect(await countEvents(hours(200))).toBe(1);
  expect(await add(hours(200), otherCityId)).toBeDefined();
  expect(await add(hours(201))).toBeDefined();
});

test("an event that is refused leaves no venues", async () => {
  const id = await add(hours(210));
  await add(hours(210));
  expect((await loadEvent(id)).capacity).toBe(10);
  const orphans = await club.db.all(
    "SELECT * FROM event_venues WHERE event_id NOT IN (SELECT id FROM events)",
  );
  expect(orphans).toEqual([]);
});

test("an event moves to no time that another has, and to one that a canceled event has left", async () => {
  const [taken, moving] = [await add(hours(220)), await add(hours(221))];
  expect(await move(moving, hours(220))).toBe(false);
  expect((await loadEvent(moving)).date).toEqual(hours(221));
  await cancelEvent(club.db, { id: taken ?? "", because: undefined, now });
  expect(await move(moving, hours(220))).toBe(true);
  expect(await countEvents(hours(220))).toBe(2);
  expect(await add(hours(220)), "it is taken again").toBeUndefined();
});

test("a canceled event leaves its time to another", async () => {
  const id = await add(hours(250));
  expect(await add(hours(250))).toBeUndefined();
  await cancelEvent(club.db, { id: id ?? "", because: undefined, now });
  expect(await add(hours(250))).toBeDefined();
  expect(await add(hours(250))).toBeUndefined();
});

test("an event keeps its own time when something else of it changes", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 230 });
  const { date } = await loadEvent(eventId);
  expect(await move(eventId, date)).toBe(true);
});

test("of two events that move to the same time at once, one does", async () => {
  const ids = [await add(hours(240)), await add(hours(241)), await add(hours(242))];
  const moved = await Promise.all(ids.map((id) => move(id, hours(243))));
  expect(moved.filter(Boolean)).toHaveLength(1);
  expect(await countEvents(hours(243))).toBe(1);
});
