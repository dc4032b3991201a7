import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openBrowser, type VisitOptions } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies } from "#tests/support/cookies.ts";
import { runCron } from "#tests/support/cron.ts";
import { findDeposit } from "#tests/support/deposits.ts";
import { book, createEvent, type Diner, signUpDiner } from "#tests/support/events.ts";

/** Without Stripe keys the local replacement is used, with the same package and webhook. */
const club = openClub({ isAtSiteUrl: true });
const visit = openBrowser();

async function visitAs<T>(diner: Diner, options: VisitOptions, journey: (page: Page) => Promise<T>) {
  return visit({ viewport: { width: 390, height: 844 }, ...options }, async (page) => {
    await addCookies(page, diner.cookie, club.url);
    return journey(page);
  });
}

const waitForHeading = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor();

describe("without JavaScript", () => {
  const javaScriptEnabled = false;

  test("books, pays the deposit, cancels and gets the deposit back", async () => {
    const eventId = await createEvent(club, { diets: [1, 2, 3, 4, 5, 6] });
    const diner = await signUpDiner(club);
    await visitAs(diner, { javaScriptEnabled }, async (page) => {
      await page.goto(`${club.url}/events`);
      await page.locator(`input[value="${eventId}"]`).check();
      await page.getByRole("button", { name: "Next" }).click();
      await waitForHeading(page, "Thank you for booking!");
      await page.getByRole("link", { name: "Pay Deposit" }).click();
      await page.getByText("Deposit: 3000 HUF").waitFor();
      const booking = new URL(page.url()).searchParams.get("booking") ?? "";
      await page.getByRole("button", { name: "Pay Deposit" }).click();
      await waitForHeading(page, "Test checkout");
      // As the page is where it comes before the webhook, which a slow browser would not see.
      const waiting = await page.context().newPage();
      await waiting.goto(`${club.url}/payment?${new URLSearchParams({ booking, back: "paid" })}`);
      await waitForHeading(waiting, "Your bank is still confirming");
      await page.getByRole("button", { name: "Pay 3000 HUF" }).click();
      for (const each of [page, waiting]) await each.getByText("Your deposit of 3000 HUF is paid").waitFor();
      expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid" });

      await page.getByRole("link", { name: "See your booking" }).click();
      await page.waitForURL(`**/dashboard/bookings/${booking}`);
      await page.goto(`${club.url}/dashboard/bookings`);
      await page.getByRole("link", { name: "Deposit paid · refundable" }).waitFor();
      await page.getByRole("link", { name: /^Location on/ }).click();
      await page.getByRole("link", { name: "Cancel booking" }).click();
      await page.getByText("we’ll refund the deposit of 3000 HUF").waitFor();
      await page.getByRole("button", { name: "Cancel booking" }).click();
      await page.getByText("Your booking is canceled.").waitFor();
      await runCron(club);
      await page.goto(`${club.url}/dashboard/bookings`);
      await page.getByRole("link", { name: "Deposit refunded" }).click();
      await waitForHeading(page, "We refunded your deposit");
    });
  });

  test("pays after a declined card and an abandoned checkout", async () => {
    const diner = await signUpDiner(club);
    const booking = await book(diner, await createEvent(club));
    await visitAs(diner, { javaScriptEnabled, expectedConsoleErrors: /status of 402/ }, async (page) => {
      await page.goto(`${club.url}/payment`);
      await page.getByRole("button", { name: "Pay Deposit" }).click();
      await page.getByRole("button", { name: "Decline" }).click();
      await page.getByText("Your card was declined.").waitFor();
      await page.getByRole("button", { name: "Go back" }).click();
      await page.getByText("Nothing was charged").waitFor();
      expect(await findDeposit(club.db, booking)).toMatchObject({ state: "open" });

      await page.getByRole("button", { name: "Pay Deposit" }).click();
      await page.getByRole("button", { name: "Pay 3000 HUF" }).click();
      await page.getByText("Your deposit of 3000 HUF is paid").waitFor();
    });
  });
});
