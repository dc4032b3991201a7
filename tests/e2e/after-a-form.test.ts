import { expect, test } from "vitest";
import { login } from "#tests/support/accounts.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies } from "#tests/support/cookies.ts";
import { createEvent, signUpDiner } from "#tests/support/events.ts";

const club = openClub();
const visit = openBrowser();

test.each([true, false])(
  "a saved diet is confirmed in view, with JavaScript %s",
  async (javaScriptEnabled) => {
    const diner = await signUpDiner(club);
    await visit({ javaScriptEnabled, viewport: { width: 390, height: 600 } }, async (page) => {
      await addCookies(page, diner.cookie, club.url);
      await page.goto(`${club.url}/dashboard/settings#row-diet`);
      const save = page.getByRole("button", { name: "Save diet and allergies" });
      if (!(await save.isVisible())) await page.locator("#row-diet summary").click();
      await save.click();
      const notice = page.getByText("Saved. A table that’s already made won’t change");
      await notice.waitFor();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      expect((await notice.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    });
  },
);

test.each([true, false])(
  "signing another browser out is confirmed in view, with JavaScript %s",
  async (javaScriptEnabled) => {
    const diner = await signUpDiner(club);
    await login(club, diner.email);
    await visit({ javaScriptEnabled, viewport: { width: 390, height: 600 } }, async (page) => {
      await addCookies(page, diner.cookie, club.url);
      await page.goto(`${club.url}/dashboard/settings/security`);
      await page.waitForLoadState("networkidle");
      await page
        .getByRole("button", { name: /^Sign out (?!.*this browser)/ })
        .first()
        .click();
      const notice = page.getByText("Saved.", { exact: true });
      await notice.waitFor();
      await expect.poll(async () => (await notice.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    });
  },
);

test("the same error takes the focus again", async () => {
  const diner = await signUpDiner(club);
  await visit({ expectedConsoleErrors: /400/ }, async (page) => {
    await addCookies(page, diner.cookie, club.url);
    await page.goto(`${club.url}/identity`);
    await page.waitForLoadState("networkidle");
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("");
    const send = page.getByRole("button", { name: "Looks good" });
    for (const _ of ["once", "again"]) {
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await send.click();
      await answered;
      await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
    }
  });
});

test("a form that is too long says why", async () => {
  await createEvent(club);
  await visit({ expectedConsoleErrors: /413|speculation rule set/ }, async (page) => {
    await page.goto(`${club.url}/events`);
    await page.waitForLoadState("networkidle");
    const radio = page.getByRole("radio").first();
    await radio.evaluate((input) => input.setAttribute("value", "a".repeat(65 * 1024)));
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("That’s longer than we can take, so nothing was saved.").waitFor();
  });
});
