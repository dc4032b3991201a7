import { expect, test } from "vitest";
import { openBrowser } from "#tests/support/browser.ts";
import { createCityEvent } from "#tests/support/cities.ts";
import { openClub } from "#tests/support/club.ts";

const club = openClub();
const visit = openBrowser();

test("eight dinners are a short list on a phone, and one countdown is seen", async () => {
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
      const end = await page
        .getByRole("group", { name: "Dinners" })
        .evaluate((list) => list.getBoundingClientRect().bottom + scrollY);
      return { widths, end };
    });
  const { widths, end } = await open(true);
  expect(widths).toHaveLength(8);
  expect(widths.filter((width) => width > 1)).toHaveLength(1);
  expect(end).toBeLessThanOrEqual(1_400);
  expect((await open(false)).widths.filter((width) => width > 1)).toHaveLength(8);
});
