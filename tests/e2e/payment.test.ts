import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeViolations } from "#tests/support/axe.ts";
import { type VisitOptions, visitor } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";
import { findDeposit } from "#tests/support/deposits.ts";
import { book, type Diner, newDiner, openDinner } from "#tests/support/events.ts";

/** Without keys: the stand-in takes the deposit, through the same package and the same webhook. */
const club = openClub();
const visit = visitor();

async function asDiner<T>(diner: Diner, options: VisitOptions, journey: (page: Page) => Promise<T>) {
  const [name = "", value = ""] = diner.cookie.split("=");
  return visit({ viewport: { width: 390, height: 844 }, ...options }, async (page) => {
    await page.context().addCookies([{ name, value, url: club.url }]);
    return journey(page);
  });
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor();

describe.each([true, false])("with JavaScript %s", (javaScriptEnabled) => {
  test("from booking to paying, canceling, and having it back", async () => {
    const dinner = await openDinner(club);
    const diner = await newDiner(club);
    await asDiner(diner, { javaScriptEnabled }, async (page) => {
      await page.goto(`${club.url}/events`);
      await page.locator(`input[value="${dinner}"]`).check();
      await page.getByRole("button", { name: "Next" }).click();
      await heading(page, "Thank you for booking!");
      await page.getByRole("link", { name: "Pay Deposit" }).click();
      await page.getByText("Deposit: 3000 HUF").waitFor();
      const booking = new URL(page.url()).searchParams.get("booking") ?? "";
      await page.getByRole("button", { name: "Pay Deposit" }).click();
      await heading(page, "Stand-in for Stripe");
      await page.getByRole("button", { name: "Pay 3000 HUF" }).click();
      await heading(page, "Waiting for your bank");
      await heading(page, "Your deposit is paid");
      expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid" });

      await page.getByRole("link", { name: "Go to Dashboard" }).click();
      await page.getByRole("link", { name: "Deposit paid · refundable" }).waitFor();
      await page.getByRole("link", { name: /^Location on/ }).click();
      await page.getByRole("link", { name: "Cancel this booking" }).click();
      await page.getByText("the deposit of 3000 HUF goes back to your card").waitFor();
      await page.getByRole("button", { name: "Cancel this booking" }).click();
      await page.getByText("Your booking is canceled.").waitFor();
      await runCron(club);
      await page.goto(`${club.url}/dashboard/bookings`);
      await page.getByRole("link", { name: "Deposit returned" }).click();
      await heading(page, "Your deposit is returned");
    });
  });

  test("a card that is declined, a change of mind, and then it is paid after all", async () => {
    const diner = await newDiner(club);
    const booking = await book(diner, await openDinner(club));
    await asDiner(diner, { javaScriptEnabled, complains: /status of 402/ }, async (page) => {
      await page.goto(`${club.url}/payment`);
      await page.getByRole("button", { name: "Pay Deposit" }).click();
      await page.getByRole("button", { name: "Decline" }).click();
      await page.getByText("Your card was declined.").waitFor();
      await page.getByRole("button", { name: "Abandon" }).click();
      await page.getByText("Nothing was charged.").waitFor();
      expect(await findDeposit(club.db, booking)).toMatchObject({ state: "open" });

      await page.getByRole("button", { name: "Pay Deposit" }).click();
      await page.getByRole("button", { name: "Pay 3000 HUF" }).click();
      await heading(page, "Your deposit is paid");
    });
  });
});

test("every face of the page holds for a screen reader and on the smallest phone", async () => {
  const diner = await newDiner(club);
  const booking = await book(diner, await openDinner(club));
  const become = (state: string, cause: string | null) =>
    club.binding
      .prepare("UPDATE deposits SET state = ?, cause = ? WHERE booking_id = ?")
      .bind(state, cause, booking)
      .run();
  await asDiner(diner, { viewport: { width: 320, height: 640 } }, async (page) => {
    const look = async (query: string) => {
      await page.goto(`${club.url}/payment${query}`);
      expect(await axeViolations(page), query).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, query).toBe(320);
    };
    await look("");
    await look(`?booking=${booking}&back=unpaid`);
    await diner.post("/payment", { booking });
    await look(`?booking=${booking}&back=paid`);
    await look(`?booking=${booking}&back=paid&looked=20`);
    for (const [state, cause] of [
      ["paid", null],
      ["refunding", "canceled-in-time"],
      ["refunded", "dinner-over"],
      ["kept", "canceled-late"],
      ["kept", "no-show"],
    ] as const) {
      await become(state, cause);
      await look(`?booking=${booking}`);
      await page.goto(`${club.url}/dashboard/bookings`);
      expect(await axeViolations(page), `${state} on its card`).toEqual([]);
    }
    await look("");
  });
});
