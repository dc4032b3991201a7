import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signUp } from "#tests/support/accounts.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies } from "#tests/support/cookies.ts";

const club = openClub();
const visit = openBrowser();
let count = 0;

/** Opens the third question without loading another page from the server. */
async function openThirdQuestion(test: (page: Page) => Promise<void>) {
  const cookie = await signUp(club, `early${++count}@oten.example`);
  await visit({}, async (page) => {
    await addCookies(page, cookie, club.url);
    await page.goto(`${club.url}/quiz`);
    for (const number of [1, 2]) {
      await expectQuestion(page, number);
      await page.locator("button[name=answer]").first().click();
    }
    await expectQuestion(page, 3);
    await test(page);
  });
}

const expectQuestion = (page: Page, number: number) =>
  expect.poll(() => page.getByRole("progressbar").first().getAttribute("aria-valuenow")).toBe(String(number));

/** Returns a function that lets the delayed scripts load. */
async function reloadWithDelayedScripts(page: Page): Promise<() => void> {
  let releaseScripts = () => {};
  const released = new Promise<void>((resolve) => {
    releaseScripts = resolve;
  });
  await page.route("**/assets/*.js", (route) => released.then(() => route.continue()));
  await page.reload({ waitUntil: "commit" });
  await expectQuestion(page, 3);
  return releaseScripts;
}

test("Back shows the previous question before the scripts have loaded", async () => {
  await openThirdQuestion(async (page) => {
    const releaseScripts = await reloadWithDelayedScripts(page);
    await page.evaluate(() => history.back());
    releaseScripts();
    await expectQuestion(page, 2);
  });
});

test("Back and Forward show their question after a reload", async () => {
  await openThirdQuestion(async (page) => {
    await page.reload();
    await expectQuestion(page, 3);
    await page.goBack();
    await expectQuestion(page, 2);
    await page.goForward();
    await expectQuestion(page, 3);
  });
});

test("a jump to a fragment before the scripts have loaded keeps the question", async () => {
  await openThirdQuestion(async (page) => {
    const releaseScripts = await reloadWithDelayedScripts(page);
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "document") documents.push(request.url());
    });
    await page.getByRole("link", { name: "Skip to content" }).press("Enter");
    await page.waitForURL(/#main$/, { waitUntil: "commit" });
    releaseScripts();
    await page.waitForLoadState("networkidle");
    await expectQuestion(page, 3);
    expect(documents).toEqual([]);
  });
});
