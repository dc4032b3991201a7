import { gzipSync } from "node:zlib";
import type { Page, Request } from "playwright-core";
import { launchBrowser } from "#app/cli/launch-browser.ts";
import { addCookies } from "#tests/support/cookies.ts";

interface PageWeight {
  totalBytes: number;
  scriptBytes: number;
  documentBytes: number;
  styleBytes: number;
}

/** What a phone loads on its first visit, scrolled to the end: bytes as sent, scripts as gzip. */
export async function measurePageWeight(url: string, cookie = ""): Promise<PageWeight> {
  const browser = await launchBrowser();
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    ignoreHTTPSErrors: true,
  });
  const weight: PageWeight = { totalBytes: 0, scriptBytes: 0, documentBytes: 0, styleBytes: 0 };
  const pending: Promise<void>[] = [];
  page.on("requestfinished", (request) => {
    pending.push(
      readBodySize(request).then(async (bytes) => {
        weight.totalBytes += bytes;
        const type = request.resourceType();
        if (type === "script") {
          // Awaited before the addition: two scripts may be measured at once.
          const gzipped = await gzippedBytes(request);
          weight.scriptBytes += gzipped;
        }
        if (type === "document") weight.documentBytes += bytes;
        if (type === "stylesheet") weight.styleBytes += bytes;
      }),
    );
  });
  await addCookies(page, cookie, url);
  await page.goto(url, { waitUntil: "networkidle" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await scrollToBottom(page);
  await page.waitForLoadState("networkidle");
  await Promise.all(pending);
  await browser.close();
  return weight;
}

/** The browser's own figure contains headers of HTTP/2. */
async function readBodySize(request: Request): Promise<number> {
  const response = await request.response();
  return Number((await response?.headerValue("content-length")) ?? 0);
}

/** Scripts count as gzip, so that figures stay comparable whatever the edge does. */
async function gzippedBytes(request: Request): Promise<number> {
  const response = await request.response();
  return gzipSync((await response?.body()) ?? "", { level: 9 }).length;
}

async function scrollToBottom(page: Page) {
  const height = await page.evaluate(() => document.body.scrollHeight);
  for (let y = 0; y < height; y += 600) await page.mouse.wheel(0, 600);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
}
