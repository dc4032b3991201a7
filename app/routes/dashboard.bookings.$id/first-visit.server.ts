import type { AppLoadContext } from "@remix-run/cloudflare";
import { readCookie, setCookie } from "#app/http/cookies.ts";

const cookie = "seen";
const maxTables = 8;
const maxAgeSeconds = 30 * 86_400;

/** The table is revealed once: the cookie remembers the last few bookings whose table was shown. */
export function noteFirstVisit(request: Request, context: AppLoadContext, bookingId: string): boolean {
  const mark = bookingId.replaceAll(/\W/g, "").slice(0, 8);
  const seen = (readCookie(request, cookie) ?? "").split(".").filter((other) => /^\w{1,8}$/.test(other));
  if (seen.includes(mark)) return false;
  const value = [mark, ...seen].slice(0, maxTables).join(".");
  setCookie(request, context, { name: cookie, value, maxAgeSeconds });
  return true;
}
