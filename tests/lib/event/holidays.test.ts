import { expect, test } from "vitest";
import { countriesWithHolidays, findHoliday } from "#app/lib/event/holidays.ts";

test.each([
  ["HU", "2026-12-25", "Christmas Day"],
  ["HU", "2026-12-26", "the second day of Christmas"],
  ["HU", "2027-03-26", "Good Friday"],
  ["HU", "2027-08-20", "State Foundation Day"],
  ["DE", "2026-05-14", "Ascension Day"],
  ["AT", "2026-06-04", "Corpus Christi"],
  ["FR", "2038-04-25", "Easter Sunday"],
  ["FR", "2049-04-18", "Easter Sunday"],
  ["FR", "2076-04-19", "Easter Sunday"],
  ["DK", "2028-04-13", "Maundy Thursday"],
  ["SE", "2026-06-20", "Midsummer Day"],
  ["FI", "2026-10-31", "All Saints’ Day"],
  ["US", "2026-11-26", "Thanksgiving"],
  ["US", "2027-01-18", "Martin Luther King Day"],
  ["US", "2027-05-31", "Memorial Day"],
  ["US", "2027-09-06", "Labor Day"],
  ["PT", "2027-04-25", "Freedom Day"],
  ["HU", "2026-12-27", undefined],
  ["JP", "2026-12-25", undefined],
  ["", "2026-12-25", undefined],
])("in %s, %s is %s", (country, day, name) => {
  expect(findHoliday(country, day)).toBe(name);
});

test("each country that has holidays has New Year’s Day and Christmas, and every rule has a name and a day in each year", () => {
  for (const country of countriesWithHolidays) {
    expect(findHoliday(country, "2026-01-01"), country).toBe("New Year’s Day");
    expect(findHoliday(country, "2026-12-25"), country).toBe("Christmas Day");
    for (let ms = Date.UTC(2024, 0, 1), count = 0; ms < Date.UTC(2032, 0, 1); ms += 86_400_000) {
      const day = new Date(ms).toISOString().slice(0, 10);
      if (day.endsWith("01-01")) count = 0;
      const name = findHoliday(country, day);
      if (name !== undefined) expect(name, `${country} ${day}`).toMatch(/^\p{L}[\p{L}\p{M} ’-]{3,}$/u);
      if (name) count++;
      if (day.endsWith("12-31")) expect(count, `${country} ${day}`).toBeGreaterThanOrEqual(4);
    }
  }
});
