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

/** A cookie as the Worker writes it. */
export const writeCookie = (name: string, value: string) =>
  `${name}=${encodeURIComponent(btoa(JSON.stringify(value)))}`;

/** What a cookie of a Cookie header says; empty where it is not there. */
export function readCookie(cookies: string, name: string): string {
  const [, value] = new RegExp(`(?:^|; )(?:__Host-)?${name}=([^;]+)`).exec(cookies) ?? [];
  return value ? JSON.parse(atob(decodeURIComponent(value))) : "";
}
