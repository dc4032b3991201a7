import { gzipSync } from "node:zlib";
import type { Page, Request } from "playwright-core";
import { launchBrowser } from "#app/cli/launch-browser.ts";

export interface Weight {
  total: number;
  script: number;
  document: number;
  style: number;
}

/** What a phone with a sharp screen loads on its first visit, to the page's end: bytes as they travel, scripts as gzip. */
export async function weigh(url: string, cookie = ""): Promise<Weight> {
  const browser = await launchBrowser();
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    ignoreHTTPSErrors: true,
  });
  const weight: Weight = { total: 0, script: 0, document: 0, style: 0 };
  const sizes: Promise<void>[] = [];
  page.on("requestfinished", (request) => {
    sizes.push(
      request.sizes().then(async ({ responseBodySize }) => {
        weight.total += responseBodySize;
        const type = request.resourceType();
        if (type === "script") {
          const bytes = await gzipped(request);
          weight.script += bytes;
        }
        if (type === "document") weight.document += responseBodySize;
        if (type === "stylesheet") weight.style += responseBodySize;
      }),
    );
  });
  const [name = "", value = ""] = cookie.split("=");
  if (name) await page.context().addCookies([{ name, value, url: new URL(url).origin }]);
  await page.goto(url, { waitUntil: "networkidle" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await scrollToEnd(page);
  await page.waitForLoadState("networkidle");
  await Promise.all(sizes);
  await browser.close();
  return weight;
}

/** Scripts are counted as gzip makes them, so that figures compare whatever the edge does. */
async function gzipped(request: Request): Promise<number> {
  const response = await request.response();
  return gzipSync((await response?.body()) ?? "", { level: 9 }).length;
}

async function scrollToEnd(page: Page) {
  const height = await page.evaluate(() => document.body.scrollHeight);
  for (let y = 0; y < height; y += 600) await page.mouse.wheel(0, 600);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
}
