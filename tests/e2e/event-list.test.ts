import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { events } from "#app/db/schema/event.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { createCityEvent } from "#tests/support/cities.ts";
import { borrowClub, openClub, returnClub } from "#tests/support/club.ts";

const club = openClub();
const visit = openBrowser();

test("a dinner is a short card on a phone, later ones are rows until they are chosen, and every countdown is seen", async () => {
  for (let i = 1; i <= 8; i++)
    await createCityEvent(club, {
      hoursFromNow: 200 + 24 * i,
      venues: [{ diets: [1, 2, 3, 4, 5], priceLevel: 2, district: "Ferencváros" }],
    });
  const viewport = { width: 390, height: 844 };
  const open = (javaScriptEnabled: boolean) =>
    visit({ javaScriptEnabled, viewport, timezoneId: "Europe/Budapest" }, async (page) => {
      await page.goto(`${club.url}/events`);
      const widths = await page.getByRole("timer").evaluateAll((all) => all.map((one) => one.clientWidth));
      const height = await page.getByRole("group", { name: "Dinners" }).evaluate((list) => list.clientHeight);
      const districts = page.getByText("Ferencváros", { exact: true }).filter({ visible: true });
      expect(await districts.count()).toBe(3);
      expect(
        await page
          .getByText(/mid-range prices/i)
          .filter({ visible: true })
          .count(),
      ).toBe(1);
      expect(await page.getByText(/vegan/i).filter({ visible: true }).count()).toBe(1);
      await page.getByRole("radio").last().check({ force: true });
      expect(await districts.count()).toBe(4);
      return { widths, height };
    });
  const { widths, height } = await open(true);
  expect(widths).toHaveLength(8);
  expect(widths.filter((width) => width > 1)).toHaveLength(8);
  // The chosen one unfolds.
  expect(height).toBeLessThanOrEqual(8 * 240 + 240);
  expect((await open(false)).widths.filter((width) => width > 1)).toHaveLength(8);
});

test("far from the city, a sold-out dinner has its long date, time and live countdown on a phone, and nothing scrolls sideways with large text", async () => {
  // The widest that a line can say: "Wed, Sep 30 10:40 PM in Budapest".
  const nextYear = new Date().getFullYear() + 1;
  const widestDay = 10 + ((10 - new Date(Date.UTC(nextYear, 8, 10)).getUTCDay()) % 7);
  const farClub = await borrowClub();
  try {
    for (const [i, available] of [false, true, false].entries()) {
      const { id } = await createCityEvent(farClub, { hoursFromNow: 200 + 24 * i });
      const date = available ? undefined : new Date(`${nextYear}-09-${widestDay + 7 * i}T20:40:00Z`);
      await farClub.db.update(events).set({ available, date }).where(eq(events.id, id));
    }
    await visit({ viewport: { width: 390, height: 844 }, timeZone: "America/New_York" }, async (page) => {
      await page.goto(`${farClub.url}/events`);
      const soldOut = page.locator("label").filter({ has: page.getByRole("radio", { disabled: true }) });
      expect(await soldOut.count()).toBe(2);
      for (const card of await soldOut.all()) {
        expect(await card.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(150);
        const date = card.getByText(/^Wednesday, September\s\d+$/);
        expect(await date.evaluate((text) => text.getBoundingClientRect().width)).toBeGreaterThan(120);
        expect(await card.innerText()).toContain("10:40\u00a0PM in Budapest");
        const timer = card.getByRole("timer");
        expect(await timer.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(100);
        const before = await timer.innerText();
        expect(before).toMatch(/\d+\s+days\s+\d+\s+hours\s+\d+\s+min\s+\d+\s+sec/);
        await expect.poll(() => timer.innerText(), { timeout: 5_000 }).not.toBe(before);
      }
      for (const [width, textSize] of [
        [390, "200%"],
        [320, "130%"],
      ] as const) {
        await page.setViewportSize({ width, height: 844 });
        const overflow = await page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
          return document.documentElement.scrollWidth - innerWidth;
        }, textSize);
        expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
      }
    });
  } finally {
    await returnClub(farClub);
  }
});
