import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { findAxeViolations, findViolationsInAllLayouts } from "#tests/support/axe.ts";
import { openBrowser, type VisitOptions } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { book, type Diner, newDiner, openDinner, seatsTaken, seatTogether } from "#tests/support/events.ts";

const club = openClub();
const visit = openBrowser();

/** A browser in which this diner is signed in. */
async function asDiner<T>(diner: Diner, options: VisitOptions, journey: (page: Page) => Promise<T>) {
  const [name = "", value = ""] = diner.cookie.split("=");
  return visit(options, async (page) => {
    await page.context().addCookies([{ name, value, url: club.url }]);
    return journey(page);
  });
}

describe.each([true, false])("with JavaScript %s", (javaScriptEnabled) => {
  test("from choosing a dinner to canceling it, and booking again", async () => {
    const dinner = await openDinner(club, { inHours: 120, capacity: 1 });
    const diner = await newDiner(club);
    await asDiner(diner, { javaScriptEnabled, viewport: { width: 390, height: 844 } }, async (page) => {
      await page.goto(`${club.url}/events`);
      await page.locator(`input[value="${dinner}"]`).check();
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByRole("heading", { name: "Thank you for booking!" }).waitFor();
      await page.getByRole("link", { name: "Go to Dashboard" }).click();
      await page.getByRole("heading", { name: "Bookings", exact: true }).waitFor();
      await page.getByText("Pending", { exact: true }).waitFor();
      expect(await seatsTaken(club, dinner)).toBe(1);

      await page.getByRole("link", { name: /^Location on/ }).click();
      await page.getByRole("heading", { name: "Details" }).waitFor();
      await page.getByText("Fő utca").waitFor();
      expect(await page.getByRole("link", { name: "Get Directions" }).getAttribute("target")).toBe("_blank");
      expect(await page.getByRole("dialog").count()).toBe(javaScriptEnabled ? 1 : 0);
      await page.getByRole("link", { name: "Cancel this booking" }).click();
      await page.getByText("Canceling is free until").waitFor();
      await page.getByRole("button", { name: "Cancel this booking" }).click();
      await page.getByText("Your booking is canceled.").waitFor();
      expect(await seatsTaken(club, dinner)).toBe(0);

      await page.getByRole("link", { name: "Book Again" }).click();
      await page.getByRole("heading", { name: "Select an Event" }).waitFor();
      expect(await page.locator(`input[value="${dinner}"]`).isChecked()).toBe(true);
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByRole("heading", { name: "Thank you for booking!" }).waitFor();
      expect(await seatsTaken(club, dinner)).toBe(1);
    });
    await club.binding.prepare("UPDATE events SET available = 0 WHERE id = ?").bind(dinner).run();
  });

  test("a sold out dinner can't be chosen, and what fails is said in place", async () => {
    const diner = await newDiner(club);
    const [soldOut, dinner] = [
      await openDinner(club, { inHours: 130, available: false }),
      await openDinner(club, { inHours: 140, capacity: 1 }),
    ];
    await asDiner(diner, { javaScriptEnabled, expectedConsoleErrors: /status of 409/ }, async (page) => {
      await page.goto(`${club.url}/dashboard/bookings/new`);
      expect(await page.locator(`input[value="${soldOut}"]`).isDisabled()).toBe(true);
      await page.locator(`input[value="${dinner}"]`).check();
      await book(await newDiner(club), dinner);
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText("Error creating appointment: this dinner is sold out.").waitFor();
    });
  });

  test("signing out from the dashboard", async () => {
    await asDiner(await newDiner(club), { javaScriptEnabled }, async (page) => {
      await page.goto(`${club.url}/dashboard`);
      await page.getByText("You have no bookings yet.").waitFor();
      await page.getByRole("button", { name: "Logout" }).first().click();
      await page.waitForURL(`${club.url}/`);
      await page.goBack();
      await page.waitForURL(`${club.url}/`);
    });
  });
});

test("the dialog opens by key, holds the focus, closes on Escape and on Back, and gives the focus back", async () => {
  const diner = await newDiner(club);
  await book(diner, await openDinner(club));
  await asDiner(diner, {}, async (page) => {
    await page.goto(`${club.url}/dashboard/bookings`);
    await page.waitForLoadState("networkidle");
    const location = page.getByRole("link", { name: /^Location on/ });
    await location.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText("Fő utca").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(await location.evaluate((link) => link === document.activeElement)).toBe(true);
    await location.click();
    await page.getByRole("dialog").waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(page.url()).toBe(`${club.url}/dashboard/bookings`);
  });
});

test("countdowns are right at first paint, and tick", async () => {
  await openDinner(club, { inHours: 49.5 });
  await visit({}, async (page) => {
    await page.goto(`${club.url}/events`);
    const timer = page.getByRole("timer").first();
    const [days, hours] = await timer.locator("b").allTextContents();
    expect([days, hours]).toEqual(["02", "01"]);
    const seconds = timer.locator("b").last();
    const before = await seconds.textContent();
    await expect.poll(() => seconds.textContent()).not.toBe(before);
  });
});

test("axe finds nothing in any state, theme or width, and nothing scrolls sideways", async () => {
  const dinner = await openDinner(club);
  const [diner, other] = [await newDiner(club), await newDiner(club)];
  const mine = await book(diner, dinner);
  await seatTogether(club, dinner, [mine, await book(other, dinner)]);
  const canceled = await book(diner, await openDinner(club));
  await diner.post(`/dashboard/bookings/${canceled}/cancel`, {});
  const past = await openDinner(club);
  await book(diner, past);
  await book(diner, await openDinner(club, { inHours: 160 }));
  await club.binding.prepare("UPDATE events SET date = 2000, closes_at = 1000 WHERE id = ?").bind(past).run();
  await asDiner(diner, {}, async (page) => {
    for (const path of [
      "/events",
      `/events?booked=${mine}`,
      "/dashboard/bookings",
      "/dashboard/bookings/new",
      `/dashboard/bookings/${mine}`,
      `/dashboard/bookings/${mine}/cancel`,
      `/dashboard/bookings/${canceled}/cancel`,
      "/dashboard/settings",
      "/dashboard/settings/delete",
      "/identity",
    ]) {
      await page.goto(club.url + path);
      expect(await findViolationsInAllLayouts(page), path).toEqual([]);
    }
  });
}, 60_000);
