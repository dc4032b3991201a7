import { expect, test } from "vitest";
import { nextFridayEvening } from "#app/lib/dates.ts";
import { moveToFridayEvening, timeLeft } from "#app/lib/event/countdown.ts";

test("moves a Date in the browser's zone to Friday at 19:00", () => {
  const wednesday = new Date(2026, 10, 25, 12);
  expect(moveToFridayEvening(wednesday)).toEqual(new Date(2026, 10, 27, 19));
});

test("the time left is an hour shorter in the week in which summer time begins", () => {
  const saturdayNoon = new Date("2026-03-28T11:00:00Z");
  const friday = nextFridayEvening(saturdayNoon, "Europe/Budapest");
  expect(timeLeft(friday.getTime(), saturdayNoon.getTime())).toEqual({ days: 6, hours: 6, min: 0, sec: 0 });
});

test("the time left never goes below zero", () => {
  expect(timeLeft(1_000, 1_001)).toEqual({ days: 0, hours: 0, min: 0, sec: 0 });
  expect(timeLeft(0, 999_999_999)).toEqual({ days: 0, hours: 0, min: 0, sec: 0 });
});

test("the time left is split into whole days, hours, minutes and seconds", () => {
  const leftSeconds = ((6 * 24 + 23) * 60 + 7) * 60 + 18;
  expect(timeLeft(leftSeconds * 1000 + 999, 0)).toEqual({ days: 6, hours: 23, min: 7, sec: 18 });
});
