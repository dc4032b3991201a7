import { expect, test } from "vitest";
import { lastWeeks, numberWeek, weekOf } from "#app/lib/dates.ts";

const monday = (day: string) => Date.parse(`${day}T00:00:00Z`);

test.each([
  ["2026-11-22T18:00:00Z", "Europe/Budapest", "2026-11-16"],
  ["2026-11-22T23:30:00Z", "Europe/Budapest", "2026-11-23"],
  ["2026-11-22T23:30:00Z", "Europe/London", "2026-11-16"],
  ["2026-11-22T16:00:00Z", "Asia/Tokyo", "2026-11-23"],
  ["2026-11-23T05:00:00Z", "Pacific/Honolulu", "2026-11-16"],
  ["2026-10-25T22:30:00Z", "Europe/Budapest", "2026-10-19"],
])("%s in %s is in the week from %s on", (time, timeZone, week) => {
  expect(weekOf(new Date(time), timeZone)).toBe(monday(week));
});

test.each([
  ["2026-11-16", 2026, 47],
  ["2025-12-29", 2026, 1],
  ["2026-12-28", 2026, 53],
  ["2027-01-04", 2027, 1],
])("the week from %s on is number %s-%s", (week, year, number) => {
  expect(numberWeek(monday(week))).toEqual({ year, number });
});

test("the last weeks end with the one of now", () => {
  expect(lastWeeks(3, new Date("2026-11-18T12:00:00Z"), "Europe/Budapest")).toEqual(
    ["2026-11-02", "2026-11-09", "2026-11-16"].map(monday),
  );
});
