import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openBrowser, type VisitOptions } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies } from "#tests/support/cookies.ts";
import { type DinerAtTable, seatDinner, startIn } from "#tests/support/dinner.ts";

const club = openClub({ vars: { SAFETY_PHONE: "+36 1 555 0199" } });
const visit = openBrowser();

const phone = { width: 390, height: 844 };

const visitDinner = <T>(
  { cookie, bookingId }: DinerAtTable,
  options: VisitOptions,
  journey: (page: Page) => Promise<T>,
) =>
  visit(options, async (page) => {
    await addCookies(page, cookie, club.url);
    await page.goto(`${club.url}/dashboard/bookings/${bookingId}`);
    return journey(page);
  });

const readTable = async (page: Page) =>
  (await page.getByRole("list", { name: "Your table" }).getByRole("listitem").allInnerTexts()).map((text) =>
    text
      .split(/\s*\n\s*/)
      .filter(Boolean)
      .slice(-2)
      .join(": "),
  );

describe("without JavaScript", () => {
  const javaScriptEnabled = false;

  test("a diner is late, on time after all, here, and says who is missing", async () => {
    const { eventId, anna, bea } = await seatDinner(club, 20);
    await visitDinner(anna, { javaScriptEnabled, viewport: phone }, async (page) => {
      await page.getByText("To get going").waitFor();
      await page.getByRole("link", { name: "Another one" }).click();
      await page.getByText("2 of 5").waitFor();

      await page.getByRole("button", { name: "20 min" }).click();
      await page.getByText("Your table knows that you’ll be about 20 minutes late.").waitFor();
      await visitDinner(bea, { javaScriptEnabled }, async (other) => {
        expect(await readTable(other)).toContain("Anna: 20 min late");
        await page.getByRole("button", { name: "I’m on time after all" }).click();
        await page.getByText("Your table sees it").waitFor();
        await page.getByRole("button", { name: "I’m here" }).click();
        await page.getByText("You made it.").waitFor();
        await other.getByRole("link", { name: "Refresh" }).click();
        await expect.poll(() => readTable(other)).toContain("Anna: here");
      });

      await startIn(club, eventId, -20);
      await page.getByRole("link", { name: "Refresh" }).click();
      await page.getByText("Is somebody missing?").click();
      await page.getByRole("button", { name: "Report as missing" }).click();
      await page.getByText("Choose who is missing.").waitFor();
      await page.getByLabel("Bea").check();
      await page.getByRole("button", { name: "Report as missing" }).click();
      await page.getByText("You told us that Bea is missing.").waitFor();
      await page.getByRole("button", { name: "Bea is here" }).click();
      await page.getByText("Is somebody missing?").click();
      await page.getByLabel("Bea").waitFor();
    });
  });

  test("a diner who can't come is asked once more", async () => {
    const { anna, bea } = await seatDinner(club, 60);
    await visitDinner(anna, { javaScriptEnabled }, async (page) => {
      await page.getByRole("link", { name: "I can’t come" }).click();
      await page.getByRole("heading", { name: "Can’t make it?" }).waitFor();
      await page.getByText("We’ll tell your table right away").waitFor();
      await page.getByRole("button", { name: "I can’t come" }).click();
      await page.getByText("Your booking is canceled.").waitFor();
    });
    await visitDinner(bea, { javaScriptEnabled }, async (page) => {
      expect(await readTable(page)).toContain("Anna: can’t come");
    });
  });
});
