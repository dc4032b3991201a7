import type { AppLoadContext } from "@remix-run/cloudflare";
import { readCookie, setCookie } from "#app/http/cookies.ts";
import { sign } from "#app/lib/signatures.server.ts";

const cookie = "emailed";
const pauseSeconds = 60;

/** Kept in the browser, because an answer from the database would tell whether an address has an account. */
export const rememberEmailed = (request: Request, context: AppLoadContext, to: string) =>
  setCookie(request, context, {
    name: cookie,
    value: `${context.now.getTime()}.${sign(context.env, "emailed address", to)}`,
    maxAgeSeconds: pauseSeconds,
  });

/** How long this browser has to wait before the confirmation can be sent to the address again. */
export function resendPauseSeconds(request: Request, { env, now }: AppLoadContext, to: string): number {
  const [emailedAt, signature] = readCookie(request, cookie)?.split(".") ?? [];
  if (signature !== sign(env, "emailed address", to)) return 0;
  const seconds = Math.ceil((Number(emailedAt) - now.getTime()) / 1000) + pauseSeconds;
  return Math.min(pauseSeconds, Math.max(0, seconds || 0));
}
