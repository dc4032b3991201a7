import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject } from "vitest";

export interface VisitOptions extends BrowserContextOptions {
  expectedConsoleErrors?: RegExp;
}

/** Returns a function that opens a page; an unexpected console error on it fails the test. */
export function openBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.connect(inject("browser"));
  });
  afterAll(() => browser.close());

  return async function visit<T>(
    { expectedConsoleErrors, ...options }: VisitOptions,
    journey: (page: Page) => Promise<T>,
  ): Promise<T> {
    const context = await browser.newContext({ reducedMotion: "reduce", ...options });
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
