import type { AppLoadContext } from "@remix-run/cloudflare";
import { readCookie } from "./cookies.ts";

const weekSeconds = 7 * 86_400;

/** An event chosen before signing up is kept until after the quiz. */
export const readChosenEvent = (request: Request) => readCookie(request, "dinner")?.slice(0, 100) ?? null;

export function rememberChosenEvent({ cookies }: AppLoadContext, eventId: string): void {
  cookies.push(
    `dinner=${encodeURIComponent(eventId)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${weekSeconds}`,
  );
}

export function forgetChosenEvent(request: Request, { cookies }: AppLoadContext): void {
  if (readChosenEvent(request)) cookies.push("dinner=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
}
