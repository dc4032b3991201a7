import type { AppLoadContext } from "@remix-run/cloudflare";
import { deleteCookie, readCookie, setCookie } from "#app/http/cookies.ts";

const cookie = "next";
const maxAgeSeconds = 600;

/** Keeps where a visitor wanted to go until they have signed in. */
export function rememberWantedPage(request: Request, context: AppLoadContext, path: string): void {
  if (!path.startsWith("/") || path.length >= 500) {
    // An older one is no longer wanted.
    if (readCookie(request, cookie)) forgetWantedPage(request, context);
    return;
  }
  const value = Buffer.from(path).toString("base64url");
  setCookie(request, context, { name: cookie, value, maxAgeSeconds });
}

export const readWantedPage = (request: Request): string | null =>
  Buffer.from(readCookie(request, cookie) ?? "", "base64url").toString() || null;

export const forgetWantedPage = (request: Request, context: AppLoadContext) =>
  deleteCookie(request, context, cookie);
