import type { AppLoadContext } from "@remix-run/cloudflare";
import { deleteCookie, readCookie, setCookie } from "#app/http/cookies.ts";

const cookie = "next";
const maxAgeSeconds = 600;

/** Keeps where a visitor wanted to go until they have signed in. */
export function rememberWantedPage(request: Request, context: AppLoadContext, path: string): void {
  const isPath = path.startsWith("/") && path.length < 500;
  const value = isPath ? Buffer.from(path).toString("base64url") : "";
  if (value) setCookie(request, context, { name: cookie, value, maxAgeSeconds });
  else forgetWantedPage(request, context);
}

export const readWantedPage = (request: Request): string | null =>
  Buffer.from(readCookie(request, cookie) ?? "", "base64url").toString() || null;

export function forgetWantedPage(request: Request, context: AppLoadContext): void {
  if (readCookie(request, cookie)) deleteCookie(request, context, cookie);
}
