import { TZDate } from "@date-fns/tz";
import { describe, expect, test } from "vitest";
import {
  dateAndTime,
  daysAway,
  daysUntil,
  eventDateAndTime,
  eventTime,
  isTimeZone,
  longDate,
  monthAndDay,
  nextFridayEvening,
  timeOfDay,
  weekday,
  withPlainSpaces,
} from "#app/lib/dates.ts";

const zones = ["Europe/Budapest", "America/New_York", "Asia/Tokyo"];

const localTime = (
  zone: string,
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
) => new Date(new TZDate(year, month - 1, day, hour, minute, second, zone).getTime());

describe.each(zones)("the next Friday evening in %s", (zone) => {
  const friday = localTime(zone, 2026, 11, 27, 19);

  test.each([
    ["on Saturday, a second after midnight", localTime(zone, 2026, 11, 21, 0, 0, 1)],
    ["on Wednesday", localTime(zone, 2026, 11, 25, 12)],
    ["on Thursday, a second before midnight", localTime(zone, 2026, 11, 26, 23, 59, 59)],
    ["on Friday, at midnight", localTime(zone, 2026, 11, 27)],
    ["on Friday, a second before 19:00", localTime(zone, 2026, 11, 27, 18, 59, 59)],
    ["on Friday, at 19:00", friday],
    ["on Friday, a second after 19:00", localTime(zone, 2026, 11, 27, 19, 0, 1)],
    ["on Friday, a second before midnight", localTime(zone, 2026, 11, 27, 23, 59, 59)],
  ])("is this week's Friday at 19:00 %s", (_, now) => {
    expect(nextFridayEvening(now, zone)).toEqual(friday);
  });

  test("is the next week's Friday once Saturday has begun", () => {
    expect(nextFridayEvening(localTime(zone, 2026, 11, 28), zone)).toEqual(localTime(zone, 2026, 12, 4, 19));
  });
});

test.each([
  ["Europe/Budapest", localTime("Europe/Budapest", 2026, 3, 28, 12), "2026-04-03T17:00:00.000Z"],
  ["Europe/Budapest", localTime("Europe/Budapest", 2026, 10, 24, 12), "2026-10-30T18:00:00.000Z"],
  ["America/New_York", localTime("America/New_York", 2026, 3, 7, 12), "2026-03-13T23:00:00.000Z"],
  ["Asia/Tokyo", localTime("Asia/Tokyo", 2026, 3, 28, 12), "2026-04-03T10:00:00.000Z"],
])(
  "the next Friday evening in %s is at 19:00 local time where summer time begins or ends before it",
  (zone, now, expected) => {
    const friday = nextFridayEvening(now, zone);
    expect(friday.toISOString()).toBe(expected);
    expect(timeOfDay(friday, zone)).toBe("7:00\u00a0PM");
  },
);

test("formats a date as weekday, month and day, and a time with AM or PM, which no line ends within", () => {
  const eventDate = localTime("Europe/Budapest", 2026, 11, 27, 19);
  expect(longDate(eventDate, "Europe/Budapest")).toBe("Friday, November\u00a027");
  expect(timeOfDay(eventDate, "Europe/Budapest")).toBe("7:00\u00a0PM");
});

test("names the city of an event only where the visitor's clock shows another time", () => {
  const vienna = { cityName: "Vienna", timeZone: "Europe/Vienna" };
  const date = localTime("Europe/Vienna", 2026, 11, 27, 19);
  expect(eventTime(date, vienna, "Europe/Budapest")).toBe("7:00\u00a0PM");
  expect(eventTime(date, vienna, "Asia/Tokyo")).toBe("7:00\u00a0PM in Vienna");
  expect(eventDateAndTime(date, vienna)).toBe("Friday, November\u00a027, 7:00\u00a0PM");
  expect(eventDateAndTime(date, vienna, "America/New_York")).toBe(
    "Friday, November\u00a027, 7:00\u00a0PM in Vienna",
  );
});

test("has plain spaces where text is searched or compared", () => {
  const date = localTime("Europe/Vienna", 2026, 11, 27, 19);
  expect(withPlainSpaces(dateAndTime(date, "Europe/Vienna"))).toBe("Friday, November 27, 7:00 PM");
});

test("formats a date for a calendar leaf, in the city's own zone", () => {
  const date = localTime("Asia/Tokyo", 2027, 1, 1, 0, 30);
  expect(monthAndDay(date, "Asia/Tokyo")).toEqual({ month: "Jan", dayOfMonth: "1" });
  expect(monthAndDay(date, "Europe/Budapest")).toEqual({ month: "Dec", dayOfMonth: "31" });
  expect(weekday(date, "Asia/Tokyo")).toBe("Friday");
});

test("knows which time zones exist", () => {
  expect(isTimeZone("Europe/Budapest")).toBe(true);
  expect(isTimeZone("Mars/Olympus_Mons")).toBe(false);
});

test("a dinner after midnight is not a day away in the evening before it", () => {
  const dinner = new Date("2026-11-27T23:30Z");
  const say = (now: string) => daysAway(dinner, new Date(now), "Europe/Budapest");
  expect([say("2026-11-27T12:00Z"), say("2026-11-27T22:00Z")]).toEqual(["in 1 day", null]);
});

test.each([
  ["Europe/Budapest", "2026-11-22T18:00Z", 5, "in 5 days"],
  ["Europe/Budapest", "2026-11-25T22:59Z", 2, "in 2 days"],
  ["Europe/Budapest", "2026-11-25T23:00Z", 1, "in 1 day"],
  ["Europe/Budapest", "2026-11-26T22:59Z", 1, "in 1 day"],
  ["Europe/Budapest", "2026-11-26T23:00Z", 0, null],
  ["Europe/Budapest", "2026-11-27T18:01Z", 0, null],
  ["Europe/Budapest", "2026-11-29T12:00Z", 0, null],
  ["Asia/Kathmandu", "2026-11-26T18:14Z", 1, "in 1 day"],
  ["Asia/Kathmandu", "2026-11-26T18:15Z", 0, null],
])("counts the days of the calendar in %s: from %s it is %i", (zone, now, days, words) => {
  const dinner = new Date("2026-11-27T18:00Z");
  expect([daysUntil(dinner, new Date(now), zone), daysAway(dinner, new Date(now), zone)]).toEqual([
    days,
    words,
  ]);
});
