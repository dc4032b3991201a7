import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright-core";
import { expect } from "vitest";

/** Opens a page that loads this many scripts, and returns their size in all, compressed. */
export async function measureScripts(page: Page, url: string, scriptCount: number): Promise<number> {
  const scripts: Response[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response);
  });
  await page.goto(url);
  // They are asked for after the first paint.
  await expect.poll(() => scripts.length).toBeGreaterThanOrEqual(scriptCount);
  await page.waitForLoadState("networkidle");
  expect(scripts).toHaveLength(scriptCount);
  const bodies = await Promise.all(scripts.map((script) => script.body()));
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
}
