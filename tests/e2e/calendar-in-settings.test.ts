import { expect, test } from "vitest";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies } from "#tests/support/cookies.ts";
import { signUpDiner } from "#tests/support/events.ts";

const club = openClub();
const visit = openBrowser();

test("the calendar is chosen without JavaScript, and a feed gets a new address with a button", async () => {
  const diner = await signUpDiner(club);
  await visit({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } }, async (page) => {
    await addCookies(page, diner.cookie, club.url);
    await page.goto(`${club.url}/dashboard/settings`);
    const choices = page.getByRole("group", { name: "Calendar" });
    const choose = async (name: string) => {
      await choices.getByRole("radio", { name }).check();
      await page.locator("form", { has: choices }).getByRole("button").click();
      expect(await choices.getByRole("radio", { name }).isChecked()).toBe(true);
    };
    const address = page.getByRole("textbox", { name: "Address of your feed" });
    expect(await choices.getByRole("radio", { name: "No" }).isChecked()).toBe(true);
    await choose("By email");
    expect(await address.count()).toBe(0);
    await choose("A feed for my calendar app");
    const first = await address.inputValue();
    expect(first).toMatch(/^webcal:\/\/.+\/calendar\/.+\.ics\?key=/);
    expect(await page.getByRole("link", { name: "Add to my calendar app" }).getAttribute("href")).toBe(first);
    await page.getByRole("button", { name: "Make a new address" }).click();
    expect(await address.inputValue()).not.toBe(first);
    await choose("No");
    expect(await address.count()).toBe(0);
  });
});
