import { TZDate } from "@date-fns/tz";
import fc from "fast-check";
import { expect, test } from "vitest";
import { weeklyDates } from "#app/lib/event/event-times.ts";

const fridays = { weekday: 5, time: "19:00", timeZone: "Europe/Budapest", weeks: 3 };
const toIso = (dates: Date[]) => dates.map((date) => date.toISOString());

test("keeps the local time when summer time ends and when it begins", () => {
  expect(toIso(weeklyDates(fridays, new Date("2026-10-14T12:00:00Z")))).toEqual([
    "2026-10-16T17:00:00.000Z",
    "2026-10-23T17:00:00.000Z",
    "2026-10-30T18:00:00.000Z",
  ]);
  expect(toIso(weeklyDates(fridays, new Date("2027-03-20T12:00:00Z")))).toEqual([
    "2027-03-26T18:00:00.000Z",
    "2027-04-02T17:00:00.000Z",
    "2027-04-09T17:00:00.000Z",
  ]);
});

test("starts after the given time: a second before the event counts, the event's own time does not", () => {
  const firstEvent = new Date("2026-11-27T18:00:00Z");
  expect(weeklyDates(fridays, firstEvent)[0]?.toISOString()).toBe("2026-12-04T18:00:00.000Z");
  expect(weeklyDates(fridays, new Date(firstEvent.getTime() - 1000))[0]).toEqual(firstEvent);
});

test("gives future dates a week apart on the weekday and local time of the schedule, in any zone and at any time", () => {
  const timeZone = fc.constantFrom(
    "Europe/Budapest",
    "America/New_York",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "UTC",
  );
  const startDate = fc.date({
    min: new Date("2024-01-01"),
    max: new Date("2040-01-01"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(timeZone, startDate, fc.integer({ min: 1, max: 7 }), (zone, after, weekday) => {
      const dates = weeklyDates({ weekday, time: "19:30", timeZone: zone, weeks: 8 }, after);
      const local = dates.map((date) => new TZDate(date.getTime(), zone));
      for (const [week, date] of local.entries()) {
        expect([date.getDay() || 7, date.getHours(), date.getMinutes()]).toEqual([weekday, 19, 30]);
        expect(date.getTime()).toBeGreaterThan(after.getTime());
        if (week > 0) {
          const days = (date.getTime() - (local[week - 1]?.getTime() ?? 0)) / 86_400_000;
          expect(Math.round(days)).toBe(7);
        }
      }
      expect((local[0]?.getTime() ?? 0) - after.getTime()).toBeLessThanOrEqual(7 * 86_400_000 + 3_600_000);
    }),
  );
});
