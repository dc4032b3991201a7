import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { loadBatched } from "#app/db/batches.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { readClashingBooking } from "#app/models/booking/event-bookings.server.ts";
import { book, cancel } from "#app/models/booking/transitions.server.ts";
import { cancelEvent } from "#app/models/event/events.server.ts";
import { openClub } from "#tests/support/club.ts";
import { createCity, createEvent, insertDiners, testCity } from "#tests/support/events.ts";

const club = openClub();
const hourMs = 3_600_000;

/** A whole hour, so that two events are apart to the millisecond. */
const start = Math.ceil(Date.now() / hourMs) * hourMs;

async function createEventAt(ms: number, cityId = testCity.id): Promise<string> {
  const id = await createEvent(club, { cityId });
  const date = new Date(start + ms);
  const closesAt = new Date(date.getTime() - 48 * hourMs);
  await club.db.update(events).set({ date, closesAt }).where(eq(events.id, id));
  return id;
}

const createDiner = async () => (await insertDiners(club, 1))[0] ?? "";
const bookEvent = (userId: string, eventId: string) => book(club.db, { userId, eventId, now: new Date() });

const countActive = (userId: string) =>
  club.db.$count(bookings, sql`${bookings.userId} = ${userId} and ${bookings.canceled} = 0`);

test.each([
  ["an hour before", false, -1 * hourMs],
  ["at the same time", false, 0],
  ["a millisecond less than four hours later", false, 4 * hourMs - 1],
  ["a millisecond less than four hours before", false, -4 * hourMs + 1],
  ["exactly four hours later", true, 4 * hourMs],
  ["exactly four hours before", true, -4 * hourMs],
])("a dinner in another city %s can be booked: %s", async (_, isBooked, apartMs) => {
  const userId = await createDiner();
  const first = await createEventAt(150 * hourMs);
  const second = await createEventAt(150 * hourMs + apartMs, await createCity(club));
  expect(await bookEvent(userId, first)).toBeDefined();
  expect((await bookEvent(userId, second)) !== undefined).toBe(isBooked);
  expect(await countActive(userId)).toBe(isBooked ? 2 : 1);
});

test("says which booking is in the way", async () => {
  const userId = await createDiner();
  const cityId = await createCity(club, { name: "Vienna", timeZone: "Europe/Vienna" });
  const first = await createEventAt(200 * hourMs, cityId);
  const second = await createEventAt(201 * hourMs);
  const id = await bookEvent(userId, first);
  const findClash = (diner: string, eventId: string) =>
    loadBatched(club, readClashingBooking(club.db, diner, eventId));
  expect(await findClash(userId, second)).toEqual({
    clashId: id,
    date: new Date(start + 200 * hourMs),
    cityName: "Vienna",
    timeZone: "Europe/Vienna",
    hasSeveralCities: true,
  });
  expect(await findClash(await createDiner(), second)).toBeUndefined();
  expect(await findClash(userId, first)).toBeUndefined();
});

test("a canceled booking, and one of a canceled event, are not in the way", async () => {
  const userId = await createDiner();
  const [first, second, third] = [
    await createEventAt(300 * hourMs),
    await createEventAt(301 * hourMs),
    await createEventAt(302 * hourMs),
  ];
  const id = (await bookEvent(userId, first)) ?? "";
  expect(await bookEvent(userId, second)).toBeUndefined();
  await cancel(club.db, { id, userId, now: new Date() });
  expect(await bookEvent(userId, second)).toBeDefined();
  expect(await bookEvent(userId, third)).toBeUndefined();
  await cancelEvent(club.db, { id: second, because: undefined, now: new Date() });
  const last = await bookEvent(userId, third);
  expect(last).toBeDefined();
  await club.db.update(events).set({ canceledAt: new Date() }).where(eq(events.id, third));
  expect(await bookEvent(userId, first)).toBeDefined();
});

test("the same event again is no clash: it gives the booking of before", async () => {
  const userId = await createDiner();
  const eventId = await createEventAt(400 * hourMs);
  const id = await bookEvent(userId, eventId);
  expect(await bookEvent(userId, eventId)).toBe(id);
});

test("sixty requests at once get a diner one dinner out of four in three cities, and one email", async () => {
  const userId = await createDiner();
  const eventIds = [
    await createEventAt(500 * hourMs),
    await createEventAt(503 * hourMs),
    await createEventAt(501 * hourMs, await createCity(club)),
    await createEventAt(500 * hourMs, await createCity(club)),
  ];
  await club.binding.exec("DELETE FROM outbox");
  const ids = await Promise.all(
    Array.from({ length: 60 }, (_, i) => bookEvent(userId, eventIds[i % eventIds.length] ?? "")),
  );
  expect(new Set(ids.filter(Boolean)).size).toBe(1);
  expect(await countActive(userId)).toBe(1);
  expect(await club.binding.prepare("SELECT count(*) AS n FROM outbox").first("n")).toBe(1);
});
