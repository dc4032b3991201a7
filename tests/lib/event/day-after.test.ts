import { expect, test } from "vitest";
import { feedbackWindow, lastTellingTime } from "#app/lib/event/event-times.ts";

const dayMs = 86_400_000;

test.each([
  ["Budapest in winter", "Europe/Budapest", "2026-11-27T18:00:00Z", "2026-11-28T10:00:00Z"],
  ["Budapest in summer", "Europe/Budapest", "2026-07-03T17:00:00Z", "2026-07-04T09:00:00Z"],
  ["the night in which summer time ends", "Europe/Budapest", "2026-10-24T17:00:00Z", "2026-10-25T10:00:00Z"],
  ["the night in which it begins", "Europe/Budapest", "2027-03-27T18:00:00Z", "2027-03-28T09:00:00Z"],
  ["a dinner after midnight", "Europe/Budapest", "2026-11-27T23:30:00Z", "2026-11-29T10:00:00Z"],
  ["Tokyo", "Asia/Tokyo", "2026-11-27T10:00:00Z", "2026-11-28T02:00:00Z"],
  ["Honolulu", "Pacific/Honolulu", "2026-11-28T05:00:00Z", "2026-11-28T21:00:00Z"],
  ["the last day of a year", "Europe/Budapest", "2026-12-31T18:00:00Z", "2027-01-01T10:00:00Z"],
])("asks at 11 on the next day, for two weeks: %s", (_, timeZone, date, opensAt) => {
  const window = feedbackWindow(new Date(date), timeZone);
  expect(window.opensAt.toISOString()).toBe(new Date(opensAt).toISOString());
  expect(window.closesAt.getTime() - window.opensAt.getTime()).toBe(14 * dayMs);
});

test.each([
  ["a minute before", "Europe/Budapest", "2026-11-28T16:59:59Z", "2026-11-27T17:00:00Z"],
  ["at the hour", "Europe/Budapest", "2026-11-28T17:00:00Z", "2026-11-28T17:00:00Z"],
  ["in summer", "Europe/Budapest", "2026-07-04T16:00:00Z", "2026-07-04T16:00:00Z"],
  ["on the day on which summer time ends", "Europe/Budapest", "2026-10-25T16:30:00Z", "2026-10-24T16:00:00Z"],
  ["in Tokyo", "Asia/Tokyo", "2026-11-28T09:00:00Z", "2026-11-28T09:00:00Z"],
])("tells pairs at 18:00 by the local clock: %s", (_, timeZone, now, expected) => {
  expect(lastTellingTime(new Date(now), timeZone)).toEqual(new Date(expected));
});
