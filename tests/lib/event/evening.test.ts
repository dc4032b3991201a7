import { describe, expect, test } from "vitest";
import { eveningWindows, isDinnerDay, isOpen } from "#app/lib/event/event-times.ts";
import { describeSafety, emergencyNumber, findSafety } from "#app/lib/event/safety.ts";

const at = (time: string) => new Date(time);

describe("the day of a dinner", () => {
  test.each([
    // 19:00 in Budapest, in winter.
    ["Europe/Budapest", "2026-11-27T18:00Z", "2026-11-26T23:00Z", "2026-11-28T01:00Z"],
    // 18:00 in Los Angeles is the next day in UTC.
    ["America/Los_Angeles", "2026-11-28T02:00Z", "2026-11-27T08:00Z", "2026-11-28T10:00Z"],
    // The day before summer time begins, at 2:00 in the night.
    ["Europe/Budapest", "2026-03-28T18:00Z", "2026-03-27T23:00Z", "2026-03-29T01:00Z"],
    // The day on which summer time ends has 25 hours.
    ["Europe/Budapest", "2026-10-25T18:00Z", "2026-10-24T22:00Z", "2026-10-26T01:00Z"],
    // Midnight does not exist: summer time begins then.
    ["America/Santiago", "2026-09-06T23:00Z", "2026-09-06T04:00Z", "2026-09-07T05:00Z"],
    ["Asia/Kathmandu", "2026-11-27T13:15Z", "2026-11-26T18:15Z", "2026-11-27T20:15Z"],
    // At half past midnight: whoever is late can say so on the day before.
    ["Europe/Budapest", "2026-11-26T23:30Z", "2026-11-26T20:30Z", "2026-11-28T01:00Z"],
    // At 23:45: until two hours after the start, and two after midnight is later.
    ["Europe/Budapest", "2026-11-27T22:45Z", "2026-11-26T23:00Z", "2026-11-28T01:00Z"],
  ])("in %s, of a dinner at %s, is from %s to %s", (timeZone, date, from, until) => {
    const isDay = (time: string, offsetMs: number) =>
      isDinnerDay(at(date), timeZone, new Date(at(time).getTime() + offsetMs));
    expect([isDay(from, -1), isDay(from, 0), isDay(until, -1), isDay(until, 0)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

test("a window is open from its first millisecond, and closed at its last", () => {
  const date = at("2026-11-27T18:00Z");
  const isOpenAt = (name: keyof typeof eveningWindows, time: string, offsetMs = 0) =>
    isOpen(eveningWindows[name], date, new Date(at(time).getTime() + offsetMs));
  for (const [name, from, until] of [
    ["late", "2026-11-27T15:00Z", "2026-11-27T20:00Z"],
    ["cannotCome", "2026-11-27T15:00Z", "2026-11-27T18:00Z"],
    ["checkIn", "2026-11-27T17:30Z", "2026-11-27T20:00Z"],
    ["missing", "2026-11-27T18:15Z", "2026-11-27T20:00Z"],
  ] as const)
    expect(
      [isOpenAt(name, from, -1), isOpenAt(name, from), isOpenAt(name, until, -1), isOpenAt(name, until)],
      name,
    ).toEqual([false, true, true, false]);
});

test.each([
  ["HU", "112"],
  ["hu", "112"],
  ["GB", "999"],
  ["US", "911"],
  ["CA", "911"],
  ["JP", "110"],
  ["AU", "000"],
  ["NZ", "111"],
  ["XX", null],
  [null, null],
])("the emergency number in %s is %s", (country, number) => {
  expect(emergencyNumber(country)).toBe(number);
});

test("every country of the European Union has the number 112", () => {
  const union = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");
  expect(union).toHaveLength(27);
  expect(union.map(emergencyNumber)).toEqual(union.map(() => "112"));
});

test("the safety line names what the club has", () => {
  expect(
    describeSafety(findSafety({ CONTACT_EMAIL: "a@b.hu", SAFETY_PHONE: "+36 1 555 0199" }, "HU")),
  ).toEqual([
    "Tell the host, write to us at a@b.hu, or call us on +36 1 555 0199.",
    "In an emergency, dial 112.",
  ]);
  expect(describeSafety(findSafety({ CONTACT_EMAIL: "a@b.hu" }, null))).toEqual([
    "Tell the host or write to us at a@b.hu.",
    "In an emergency, dial your local emergency number.",
  ]);
});
