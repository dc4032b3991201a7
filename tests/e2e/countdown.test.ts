import { TZDate } from "@date-fns/tz";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { nextFridayEvening } from "#app/lib/dates.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { withinOneMinute } from "#tests/support/within-one-minute.ts";

const club = openClub();
const visit = openBrowser();

const zones = ["Europe/Budapest", "America/New_York", "Asia/Tokyo"];
type Clock = [year: number, month: number, day: number, hour: number, minute: number, second: number];
const toTimestamp = (zone: string, ...[year, month, ...rest]: Clock) =>
  new TZDate(year, month - 1, ...rest, zone).getTime();

/** The script starts with the first frame after the page has loaded, which a paused clock withholds. */
async function openAt(page: Page, timestamp: number) {
  const frameMs = 16;
  await page.clock.pauseAt(timestamp - frameMs);
  await page.goto(club.url);
  await page.clock.runFor(frameMs);
}

async function openWithClock(page: Page, timestamp: number) {
  await page.clock.install({ time: timestamp - 60_000 });
  await openAt(page, timestamp);
}

const moments: [when: string, clock: Clock, shown: string][] = [
  ["on Wednesday at noon", [2026, 11, 25, 12, 0, 0], "02:07:00:00"],
  ["on Thursday, just before midnight", [2026, 11, 26, 23, 59, 59], "00:19:00:01"],
  ["on Friday just before 7 PM", [2026, 11, 27, 18, 59, 58], "00:00:00:02"],
  ["on Friday just after 7 PM", [2026, 11, 27, 19, 0, 1], "00:00:00:00"],
  ["on Friday, just before midnight", [2026, 11, 27, 23, 59, 59], "00:00:00:00"],
  ["on Saturday, just after midnight", [2026, 11, 28, 0, 0, 0], "06:19:00:00"],
];

test.each(zones)("shows at once what is left in a browser in %s", async (timezoneId) => {
  await visit({ timezoneId }, async (page) => {
    await page.clock.install({ time: toTimestamp(timezoneId, 2026, 11, 25, 11, 59, 0) });
    for (const [when, clock, shown] of moments) {
      await openAt(page, toTimestamp(timezoneId, ...clock));
      await expect
        .poll(() => page.locator("[role=timer] b").allTextContents(), { message: when })
        .toEqual(shown.split(":"));
    }
  });
});

test.each(zones)("counts down each second and stops at zero in a browser in %s", async (timezoneId) => {
  await visit({ timezoneId }, async (page) => {
    const start = toTimestamp(timezoneId, 2026, 11, 27, 18, 59, 57);
    await openWithClock(page, start);
    const seconds = () => page.locator("[role=timer] b").last().textContent();
    await expect.poll(seconds).toBe("03");
    for (const shown of ["02", "01", "00", "00", "00"]) {
      await page.clock.runFor(1000);
      expect(await seconds()).toBe(shown);
    }
  });
});

test("restarts on Saturday in a tab that stays open", async () => {
  await visit({ timezoneId: "Europe/Budapest" }, async (page) => {
    await openWithClock(page, toTimestamp("Europe/Budapest", 2026, 11, 27, 23, 59, 58));
    const figures = () => page.locator("[role=timer] b").allTextContents();
    await expect.poll(figures).toEqual(["00", "00", "00", "00"]);
    await page.clock.runFor(2_000);
    expect(await figures()).toEqual(["06", "19", "00", "00"]);
  });
});

test("shows the date in the browser's time zone", async () => {
  await visit({ timezoneId: "Europe/Budapest" }, async (page) => {
    // Years after the date that the server writes.
    await openWithClock(page, toTimestamp("Europe/Budapest", 2041, 11, 26, 12, 0, 0));
    await page.getByText("Friday, November 29, 7:00 PM").waitFor();
  });
});

test("subtracts the hour lost to daylight saving time", async () => {
  await visit({ timezoneId: "Europe/Budapest" }, async (page) => {
    const start = toTimestamp("Europe/Budapest", 2026, 3, 28, 12, 0, 0);
    await openWithClock(page, start);
    await expect
      .poll(() => page.locator("[role=timer] b").allTextContents())
      .toEqual(["06", "06", "00", "00"]);
  });
});

test("uses the time zone of the IP address without JavaScript", async () => {
  await visit({ javaScriptEnabled: false, timeZone: "Asia/Tokyo" }, async (page) => {
    // At midnight before Saturday it counts down to the next Friday.
    const { before, after } = await withinOneMinute(async () => {
      const before = Date.now();
      await page.goto(club.url);
      return { before, after: Date.now() };
    });
    // Those that would stand still are not seen.
    const timer = page.getByRole("timer");
    expect(await timer.innerText()).toMatch(/^\d\d\s+days\s+\d\d\s+hours$/);
    const [days, hours, min, sec] = (await page.locator("[role=timer] b").allTextContents()).map(Number);
    const shown = (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (min ?? 0)) * 60 + (sec ?? 0);
    const left = (now: number) =>
      Math.max(0, Math.floor((nextFridayEvening(new Date(now), "Asia/Tokyo").getTime() - now) / 1000));
    expect(shown).toBeLessThanOrEqual(left(before));
    expect(shown).toBeGreaterThanOrEqual(left(after));
  });
});
