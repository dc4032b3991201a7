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

/** Marks this browser, so that it is recognised when it comes back; `firstToken` is for one without a mark. */
export function rememberDevice(request: Request, context: AppLoadContext, firstToken = newToken()): string {
  const token = readCookie(request, cookie) ?? firstToken;
  setCookie(request, context, { name: cookie, value: token, maxAgeSeconds });
  return hashToken(token);
}
