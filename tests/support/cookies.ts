import type { Page } from "playwright-core";

/** Puts the cookies of a Cookie header into the browser. */
export async function addCookies(page: Page, cookies: string, url: string): Promise<void> {
  await page.context().addCookies(
    cookies
      .split("; ")
      .filter(Boolean)
      .map((pair) => {
        const [name = "", value = ""] = pair.split("=");
        return { name, value, url: new URL(url).origin };
      }),
  );
}
