import { expect, test } from "vitest";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies } from "#tests/support/cookies.ts";
import { signUpDiner } from "#tests/support/events.ts";

const club = openClub();
const visit = openBrowser();

test("the choice that means no diet unchecks the others, and each of them unchecks it", async () => {
  const diner = await signUpDiner(club);
  await visit({}, async (page) => {
    await addCookies(page, diner.cookie, club.url);
    await page.goto(`${club.url}/dashboard/settings`);
    await page.waitForLoadState("networkidle");
    await page.locator("#row-diet summary").click();
    const diet = page.getByRole("group", { name: "Do you follow a diet?" });
    const choices = diet.getByRole("checkbox");
    const none = choices.last();
    await choices.first().check();
    await none.check();
    expect(await choices.first().isChecked()).toBe(false);
    await choices.first().check();
    expect(await none.isChecked()).toBe(false);
    await choices.nth(1).check();
    expect(await choices.first().isChecked()).toBe(true);
  });
});
