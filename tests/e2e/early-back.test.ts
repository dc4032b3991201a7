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

test("Back shows the previous question while React hydrates", async () => {
  await openThirdQuestion(async (page) => {
    await page.addInitScript(goBackWhileHydrating);
    await page.reload();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("went back"))).toBe("yes");
    await expectQuestion(page, 2);
  });
});

test("a jump to a fragment does not reload the page before the scripts have loaded", async () => {
  await openThirdQuestion(async (page) => {
    const releaseScripts = await reloadWithDelayedScripts(page);
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "document") documents.push(request.url());
    });
    await page.getByRole("link", { name: "Skip to content" }).press("Enter");
    await page.waitForURL(/#main$/, { waitUntil: "commit" });
    releaseScripts();
    await expect.poll(() => page.evaluate(() => "__remixRouter" in window)).toBe(true);
    await expectQuestion(page, 3);
    expect(documents).toEqual([]);
  });
});

/** Goes back once, after React has read the router's state and before it subscribes to changes. */
function goBackWhileHydrating() {
  let router: object;
  Object.defineProperty(window, "__remixRouter", {
    get: () => router,
    set(created) {
      const { routes } = created;
      router = Object.defineProperty(created, "routes", {
        get() {
          goBack();
          return routes;
        },
      });
    },
  });
  function goBack() {
    if (sessionStorage.getItem("went back")) return;
    sessionStorage.setItem("went back", "yes");
    history.back();
    const start = performance.now();
    while (performance.now() - start < 100);
  }
}
