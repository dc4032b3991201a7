import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cities } from "#app/db/schema/city.ts";
import { addCity, editCity, findCity } from "#app/models/city/cities.server.ts";
import { cancelEvent } from "#app/models/event/events.server.ts";
import { openClub } from "#tests/support/club.ts";
import { createCity, createEvent, testCity } from "#tests/support/events.ts";

const club = openClub();
const now = new Date();

const newCity = (slug: string) => ({ ...testCity, id: `id of ${slug}`, slug, name: slug });

const loadCity = async (id: string) => (await club.db.select().from(cities).where(eq(cities.id, id)))[0];

test("adds a city once, however many add it at once, and finds it by its slug", async () => {
  const added = await Promise.all(
    Array.from({ length: 10 }, (_, i) => addCity(club.db, { ...newCity("vienna"), id: `vienna ${i}` })),
  );
  expect(added.filter(Boolean)).toHaveLength(1);
  expect(await findCity(club.db, "vienna")).toMatchObject({ id: added.find(Boolean), slug: "vienna" });
  expect(await findCity(club.db, "Vienna")).toBeUndefined();
  expect(await findCity(club.db, "")).toBeUndefined();
});

test("changes a city, and not to the slug of another", async () => {
  const [id, otherId] = [await createCity(club), await createCity(club)];
  const changes = {
    name: "Wien",
    currency: "eur",
    price: 700,
    deposit: 1_000,
    latitude: 48.2,
    longitude: 16.4,
  };
  expect(await editCity(club.db, { id, changes, now })).toBe(true);
  expect(await loadCity(id)).toMatchObject(changes);
  expect(await editCity(club.db, { id, changes: { slug: otherId, name: "Bécs" }, now })).toBe(false);
  expect(await loadCity(id)).toMatchObject({ slug: id, name: "Wien" });
  expect(await editCity(club.db, { id, changes: { slug: id, name: "Bécs" }, now }), "its own").toBe(true);
  expect(await editCity(club.db, { id: "nowhere", changes, now })).toBe(false);
});

test("keeps its time zone while events are to come, and takes another once they are over or canceled", async () => {
  const cityId = await createCity(club);
  const edit = (timeZone: string, at = now) =>
    editCity(club.db, { id: cityId, changes: { timeZone, name: "Elsewhere" }, now: at });
  const eventId = await createEvent(club, { cityId, hoursFromNow: 150 });
  expect(await edit("Asia/Tokyo")).toBe(false);
  expect(await loadCity(cityId)).toMatchObject({ timeZone: "Europe/Budapest" });
  expect(await edit("Europe/Budapest"), "the same").toBe(true);
  expect(await edit("Asia/Tokyo", new Date(now.getTime() + 151 * 3_600_000))).toBe(true);
  expect(await edit("Europe/Vienna")).toBe(false);
  await cancelEvent(club.db, { id: eventId, because: undefined, now });
  expect(await edit("Europe/Vienna")).toBe(true);
});
