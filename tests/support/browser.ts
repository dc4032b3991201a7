import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject } from "vitest";

export interface VisitOptions extends BrowserContextOptions {
  /** What the page may say in its console, where the test makes something fail. */
  complains?: RegExp;
}

/** Opens pages in the run's browser; a page that complains in its console fails its test. */
export function visitor() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.connect(inject("browser"));
  });
  afterAll(() => browser.close());

  return async function visit<T>(
    { complains, ...options }: VisitOptions,
    journey: (page: Page) => Promise<T>,
  ): Promise<T> {
    const context = await browser.newContext({ reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      const expected =
        message.text().startsWith("Failed to load resource") && message.location().url === page.url();
      if (!["error", "warning"].includes(message.type()) || expected || complains?.test(message.text()))
        return;
      complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    try {
      const result = await journey(page);
      expect(complaints, "the page complained").toEqual([]);
      return result;
    } finally {
      await context.close();
    }
  };
}
