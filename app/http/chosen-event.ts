import type { AppLoadContext } from "@remix-run/cloudflare";
import { deleteCookie, readCookie, setCookie } from "./cookies.ts";

const cookie = "dinner";
const weekSeconds = 7 * 86_400;

/** An event chosen before signing up is kept until after the quiz. */
export function readChosenEvent(request: Request, { chosenEventId }: AppLoadContext): string | null {
  return chosenEventId ?? readCookie(request, cookie)?.slice(0, 100) ?? null;
}

export function rememberChosenEvent(request: Request, context: AppLoadContext, eventId: string): void {
  if (!/^[\w-]{1,100}$/.test(eventId)) return;
  context.chosenEventId = eventId;
  setCookie(request, context, { name: cookie, value: eventId, maxAgeSeconds: weekSeconds });
}

export function forgetChosenEvent(request: Request, context: AppLoadContext): void {
  if (readChosenEvent(request, context)) deleteCookie(request, context, cookie);
}
