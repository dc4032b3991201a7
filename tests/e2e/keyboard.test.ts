import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { password } from "#tests/support/accounts.ts";
import { openBrowser, waitForScripts } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies } from "#tests/support/cookies.ts";
import { signUpDiner } from "#tests/support/events.ts";

const club = openClub();
const visit = openBrowser();

const readFocusedElement = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    return {
      name: element.textContent?.trim() ?? "",
      href: element.getAttribute("href"),
      ring: `${outlineStyle} ${outlineWidth}`,
      onScreen: box.bottom > 0 && box.top < innerHeight && box.width > 0,
    };
  });

test("starts with a link that skips to the content", async () => {
  await visit({}, async (page) => {
    await page.goto(club.url);
    await page.keyboard.press("Tab");
    expect((await readFocusedElement(page)).name).toBe("Skip to content");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect((await readFocusedElement(page)).name).toBe("Take the Quiz");
  });
});

test("the phone menu does not cover its button where a notice is shown", async () => {
  await visit({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } }, async (page) => {
    await page.goto(`${club.url}/dashboard`);
    await page.getByText("Sign in to see that page.").waitFor();
    const menu = page.locator("summary", { hasText: "Menu" });
    await menu.click();
    await page.getByRole("navigation").getByRole("link", { name: "Login" }).waitFor();
    await menu.click();
    expect(await page.getByText("Sign in to see that page.").isVisible()).toBe(true);
  });
});

test.each([true, false])(
  "opens, follows and closes the phone menu with JavaScript %s",
  async (javaScriptEnabled) => {
    await visit({ javaScriptEnabled, viewport: { width: 390, height: 844 } }, async (page) => {
      await page.goto(club.url);
      if (javaScriptEnabled) await waitForScripts(page);
      const menu = page.locator("summary", { hasText: "Menu" });
      const contact = page.getByRole("navigation").getByRole("link", { name: "Contact Us" });
      expect(await contact.isVisible()).toBe(false);
      await menu.press("Enter");
      expect(await contact.isVisible()).toBe(true);
      await (javaScriptEnabled ? page.keyboard.press("Escape") : menu.press("Enter"));
      expect(await contact.isVisible()).toBe(false);
      await menu.press("Enter");
      await contact.click();
      await page.waitForURL(`${club.url}/contact`);
    });
  },
);

test("the ring of a text field keeps its distance from the text, and adds no width to a small screen", async () => {
  await visit({ viewport: { width: 320, height: 800 } }, async (page) => {
    await page.goto(`${club.url}/login`);
    const label = page.getByText("Email", { exact: true });
    const before = await label.boundingBox();
    await page.getByLabel("Email").focus();
    const found = await page.getByLabel("Email").evaluate((input) => {
      const ring = input.parentElement as HTMLElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(ring);
      return {
        ring: `${outlineStyle} ${outlineWidth}`,
        distance: input.getBoundingClientRect().left - ring.getBoundingClientRect().left,
        textLeft: input.getBoundingClientRect().left,
        overflow: document.documentElement.scrollWidth - innerWidth,
      };
    });
    expect(found).toEqual({ ring: "solid 2px", distance: 10, textLeft: before?.x, overflow: 0 });
  });
});

test("settings keep the focus where something opens, also after the password was asked for", async () => {
  const diner = await signUpDiner(club);
  await visit({ viewport: { width: 390, height: 844 } }, async (page) => {
    await addCookies(page, diner.cookie, club.url);
    await page.goto(`${club.url}/dashboard/settings`);
    await page.getByRole("link", { name: "Email", exact: true }).press("Enter");
    const focused = page.locator(":focus");
    await page.getByRole("heading", { name: "Confirm it’s you" }).waitFor();
    await expect.poll(() => focused.textContent()).toMatch(/^Confirm it’s you/);
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Change your email" }).waitFor();
    await expect.poll(() => focused.textContent()).toMatch(/^Change your email/);
    await page.keyboard.press("Tab");
    expect(await focused.getAttribute("name")).toBe("email");
  });
});
