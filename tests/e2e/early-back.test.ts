import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signUp } from "#tests/support/accounts.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";

const club = openClub();
const visit = openBrowser();
let count = 0;

/** Somebody at the third question, who came there without asking the server for a page. */
async function atTheThird(journey: (page: Page) => Promise<void>) {
  const [name = "", value = ""] = (await signUp(club, `early${++count}@oten.example`)).split("=");
  await visit({}, async (page) => {
    await page.context().addCookies([{ name, value, url: club.url }]);
    await page.goto(`${club.url}/quiz`);
    for (const number of [1, 2]) {
      await isAt(page, number);
      await page.locator("button[name=answer]").first().click();
    }
    await isAt(page, 3);
    await journey(page);
  });
}

const isAt = (page: Page, number: number) =>
  expect.poll(() => page.getByRole("progressbar").first().getAttribute("aria-valuenow")).toBe(String(number));

/** Reloads a page whose scripts are late; answers how to send them. */
async function reloadWithoutScripts(page: Page): Promise<() => void> {
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route("**/assets/*.js", (route) => sent.then(() => route.continue()));
  await page.reload({ waitUntil: "commit" });
  await isAt(page, 3);
  return send;
}

test("Back shows the page before, though the scripts have not come yet", async () => {
  await atTheThird(async (page) => {
    const sendScripts = await reloadWithoutScripts(page);
    await page.evaluate(() => history.back());
    sendScripts();
    await isAt(page, 2);
  });
});

test("Back shows the page before, though React is just beginning", async () => {
  await atTheThird(async (page) => {
    await page.addInitScript(goBackWhileHydrating);
    await page.reload();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("went back"))).toBe("yes");
    await isAt(page, 2);
  });
});

test("a step within the page asks for nothing, though the scripts have not come yet", async () => {
  await atTheThird(async (page) => {
    const sendScripts = await reloadWithoutScripts(page);
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "document") documents.push(request.url());
    });
    await page.getByRole("link", { name: "Skip to content" }).press("Enter");
    await page.waitForURL(/#main$/, { waitUntil: "commit" });
    sendScripts();
    await expect.poll(() => page.evaluate(() => "__remixRouter" in window)).toBe(true);
    await isAt(page, 3);
    expect(documents).toEqual([]);
  });
});

/** Back, once, after React has read where the router is and before it hears where the router goes. */
function goBackWhileHydrating() {
  let router: object;
  Object.defineProperty(window, "__remixRouter", {
    get: () => router,
    set(made) {
      const { routes } = made;
      router = Object.defineProperty(made, "routes", {
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
