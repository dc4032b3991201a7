import { TZDate } from "@date-fns/tz";
import { describe, expect, test } from "vitest";
import { moveToFridayEvening, timeLeft } from "#app/lib/countdown.ts";
import { isTimeZone, longDate, nextFridayEvening, timeOfDay } from "#app/lib/dates.ts";

const zones = ["Europe/Budapest", "America/New_York", "Asia/Tokyo"];

/** A wall clock somewhere, as the moment it shows. */
const at = (zone: string, year: number, month: number, day: number, hour = 0, minute = 0, second = 0) =>
  new Date(new TZDate(year, month - 1, day, hour, minute, second, zone).getTime());

describe.each(zones)("the coming Friday at seven in %s", (zone) => {
  const friday = at(zone, 2026, 11, 27, 19);

  test.each([
    ["on Saturday, a moment after midnight", at(zone, 2026, 11, 21, 0, 0, 1)],
    ["on Wednesday", at(zone, 2026, 11, 25, 12)],
    ["on Thursday, a second before midnight", at(zone, 2026, 11, 26, 23, 59, 59)],
    ["on Friday, at midnight", at(zone, 2026, 11, 27)],
    ["on Friday, a second before seven", at(zone, 2026, 11, 27, 18, 59, 59)],
    ["on Friday at seven", friday],
    ["on Friday, after seven", at(zone, 2026, 11, 27, 19, 0, 1)],
    ["on Friday, a second before midnight", at(zone, 2026, 11, 27, 23, 59, 59)],
  ])("%s", (_, now) => {
    expect(nextFridayEvening(now, zone)).toEqual(friday);
  });

  test("is the next week's once Saturday has begun", () => {
    expect(nextFridayEvening(at(zone, 2026, 11, 28), zone)).toEqual(at(zone, 2026, 12, 4, 19));
  });
});

test.each([
  ["Europe/Budapest", at("Europe/Budapest", 2026, 3, 28, 12), "2026-04-03T17:00:00.000Z"],
  ["Europe/Budapest", at("Europe/Budapest", 2026, 10, 24, 12), "2026-10-30T18:00:00.000Z"],
  ["America/New_York", at("America/New_York", 2026, 3, 7, 12), "2026-03-13T23:00:00.000Z"],
  ["Asia/Tokyo", at("Asia/Tokyo", 2026, 3, 28, 12), "2026-04-03T10:00:00.000Z"],
])("summer time in %s moves the hours left, not the hour of dinner", (zone, now, dinner) => {
  const target = nextFridayEvening(now, zone);
  expect(target.toISOString()).toBe(dinner);
  expect(timeOfDay(target, zone)).toBe("7:00 PM");
});

test("one hour is missing from the week that summer time begins in", () => {
  const saturdayNoon = at("Europe/Budapest", 2026, 3, 28, 12);
  const left = timeLeft(nextFridayEvening(saturdayNoon, "Europe/Budapest").getTime(), saturdayNoon.getTime());
  expect(left).toEqual({ days: 6, hours: 6, min: 0, sec: 0 });
});

test("the browser's own Date counts to the same Friday", () => {
  const wednesday = new Date(2026, 10, 25, 12);
  expect(moveToFridayEvening(new Date(wednesday))).toEqual(new Date(2026, 10, 27, 19));
});

test("time left never goes below zero", () => {
  expect(timeLeft(1_000, 1_001)).toEqual({ days: 0, hours: 0, min: 0, sec: 0 });
  expect(timeLeft(0, 999_999_999)).toEqual({ days: 0, hours: 0, min: 0, sec: 0 });
});

test("time left comes in whole units", () => {
  const left = ((6 * 24 + 23) * 60 + 7) * 60 + 18;
  expect(timeLeft(left * 1000 + 999, 0)).toEqual({ days: 6, hours: 23, min: 7, sec: 18 });
});

test("dates read as the specification writes them", () => {
  const dinner = at("Europe/Budapest", 2026, 11, 27, 19);
  expect(longDate(dinner, "Europe/Budapest")).toBe("Friday, November 27");
  expect(timeOfDay(dinner, "Europe/Budapest")).toBe("7:00 PM");
});

test("an unknown zone is known to be one", () => {
  expect(isTimeZone("Europe/Budapest")).toBe(true);
  expect(isTimeZone("Mars/Olympus_Mons")).toBe(false);
});
