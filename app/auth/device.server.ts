import type { AppLoadContext } from "@remix-run/cloudflare";
import { readCookie, setCookie } from "#app/http/cookies.ts";
import { hashToken, newToken } from "./tokens.server.ts";

const cookie = "device";
const maxAgeSeconds = 400 * 86_400;

/** Empty where the browser has neither signed up nor in. */
export const readDeviceToken = (request: Request): string => readCookie(request, cookie) ?? "";

/** Empty as the token is. */
export function readDeviceHash(request: Request): string {
  const token = readDeviceToken(request);
  return token && hashToken(token);
}

const chooseToken = (request: Request, firstToken: string) => readCookie(request, cookie) ?? firstToken;

/** The hash of what `rememberDevice` marks this browser with. */
export const futureDeviceHash = (request: Request, firstToken: string): string =>
  hashToken(chooseToken(request, firstToken));

/** Marks this browser, so that it is recognized when it comes back; `firstToken` is for one without a mark. */
export function rememberDevice(request: Request, context: AppLoadContext, firstToken = newToken()): string {
  const token = chooseToken(request, firstToken);
  setCookie(request, context, { name: cookie, value: token, maxAgeSeconds });
  return hashToken(token);
}
