import { expect, test } from "vitest";
import { chooseCity, sortByDistance } from "#app/lib/choose-city.ts";

const city = (name: string, timeZone: string, latitude: number | null, longitude: number | null) => ({
  id: name.toLowerCase(),
  name,
  timeZone,
  latitude,
  longitude,
});

const vienna = city("Vienna", "Europe/Vienna", 48.21, 16.37);
const budapest = city("Budapest", "Europe/Budapest", 47.5, 19.04);
const tokyo = city("Tokyo", "Asia/Tokyo", 35.68, 139.69);
const auckland = city("Auckland", "Pacific/Auckland", -36.85, 174.76);
const cities = [vienna, tokyo, budapest, auckland];
const stranger = { lastCityId: null, position: null, timeZone: null };

test("chooses the city where they booked last", () => {
  const bratislava = { latitude: 48.15, longitude: 17.11 };
  const visitor = { lastCityId: "tokyo", position: bratislava, timeZone: "Europe/Budapest" };
  expect(chooseCity(cities, visitor)).toBe(tokyo);
});

test.each([
  ["Bratislava", { latitude: 48.15, longitude: 17.11 }, vienna],
  ["Szeged", { latitude: 46.25, longitude: 20.15 }, budapest],
  ["Honolulu, beyond the date line", { latitude: 21.3, longitude: -157.85 }, tokyo],
  ["Samoa, beyond the date line", { latitude: -13.83, longitude: -171.77 }, auckland],
  ["Auckland itself", { latitude: -36.85, longitude: 174.76 }, auckland],
])("chooses the city that is nearest to %s", (_, position, nearest) => {
  expect(chooseCity(cities, { ...stranger, position, timeZone: "Asia/Tokyo" })).toBe(nearest);
});

test("chooses a city in their time zone where the position is not known", () => {
  expect(chooseCity(cities, { ...stranger, timeZone: "Asia/Tokyo" })).toBe(tokyo);
});

test("skips a city without a position, and uses the time zone where no city has one", () => {
  const position = { latitude: 47.5, longitude: 19.04 };
  const unplaced = { ...budapest, latitude: null, longitude: null };
  expect(chooseCity([tokyo, unplaced, vienna], { ...stranger, position })).toBe(vienna);
  expect(chooseCity([unplaced], { ...stranger, position })).toBe(unplaced);
});

test("chooses the first by name where nothing is known", () => {
  expect(chooseCity(cities, stranger)).toBe(auckland);
  expect(chooseCity(cities, { ...stranger, lastCityId: "gone", timeZone: "Europe/Paris" })).toBe(auckland);
});

test("chooses no city where there is none", () => {
  expect(chooseCity([], stranger)).toBeUndefined();
});

test("sorts cities by their distance", () => {
  const position = { latitude: 48.15, longitude: 17.11 };
  expect(sortByDistance(cities, position)).toEqual([vienna, budapest, tokyo, auckland]);
});
