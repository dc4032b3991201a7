import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { measureAge } from "#tests/bench/measure-age.ts";
import { buildOldClub, quietTime } from "#tests/bench/old-club.ts";

/** What lists everything or sums it up, goes through all accounts, or looks at all dinners of the last days. */
const aboutAllCities = [
  ...["first cron", "job addAccountKeys", "job askForFeedback"],
  ...["avoid list", "city list", "feedback", "report /dev/null", "schedule list", "stats", "venue list"].map(
    (command) => `ops ${command}`,
  ),
];

/** What everything reads in a club of a month with so many cities. */
async function measureCities(cities: number) {
  const folder = mkdtempSync(join(tmpdir(), "oten-cities-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const now = quietTime();
  await buildOldClub(folder, { cities, weeks: 4, now });
  return measureAge(folder, new Date(now));
}

test("no page, form, job or command reads more rows the more cities there are that it is not about", async () => {
  const few = await measureCities(40);
  const many = await measureCities(160);
  expect(many.size).toBeGreaterThan(150);
  const grown = [...many].flatMap(([what, { rowsRead, slowest }]) => {
    const before = few.get(what)?.rowsRead ?? 0;
    return rowsRead > 1.3 * before + 40 && !aboutAllCities.includes(what)
      ? [`${what}: ${before} → ${rowsRead}, ${slowest.rowsRead} of it by ${slowest.sql}`]
      : [];
  });
  expect(grown).toEqual([]);
  // The first one is a sweep. A club of 500 cities is to read no more than a thousand rows.
  for (const cron of ["first cron", "cron"]) expect(many.get(cron)?.rowsRead).toBeLessThan(2 * 160 + 100);
});
