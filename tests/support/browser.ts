import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject } from "vitest";

import { visitorHeaders } from "./send-request.ts";

export interface VisitOptions extends BrowserContextOptions {
  expectedConsoleErrors?: RegExp;
  /** Where Cloudflare's network sees the browser, which has another clock with `timezoneId`. */
  timeZone?: string;
}

let visitCount = 0;
const hangingMs = 300_000;

/** Returns a function that opens a page; an unexpected console error on it fails the test. */
export function openBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.connect(inject("browser"));
  });
  afterAll(() => browser.close());

  return async function visit<T>(
    { expectedConsoleErrors, timeZone, ...options }: VisitOptions,
    journey: (page: Page) => Promise<T>,
  ): Promise<T> {
    const context = await browser.newContext({
      reducedMotion: "reduce",
      // Sign-ins are limited for each address, and a club has many visits in a minute.
      extraHTTPHeaders: { "CF-Connecting-IP": `198.18.${visitCount++ % 256}.1`, ...visitorHeaders(timeZone) },
      ...options,
    });
    context.setDefaultTimeout(hangingMs);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("console", (message) => {
      const isFailedPageLoad =
        message.text().startsWith("Failed to load resource") && message.location().url === page.url();
      if (!["error", "warning"].includes(message.type()) || isFailedPageLoad) return;
      if (expectedConsoleErrors?.test(message.text())) return;
      errors.push(`${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => errors.push(String(error)));
    try {
      const result = await journey(page);
      expect(errors, "console errors").toEqual([]);
      return result;
    } finally {
      await context.close();
    }
  };
}

/** Scripts come after the first paint, the one of every page last, and only then does the page do what they make it do. */
export async function waitForScripts(page: Page): Promise<void> {
  const last = "script[src*=every-page]";
  await page.locator(last).waitFor({ state: "attached" });
  // It is there once it has run, and is not run again.
  await page.evaluate(`import(document.querySelector("${last}").src).then(() => undefined)`);
}
