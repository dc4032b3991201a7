import type { AppLoadContext } from "@remix-run/cloudflare";
import { cookieOf } from "./cookies.ts";

const week = 7 * 86_400;

/** The dinner a visitor chose before they could book it: it outlives signing up and the quiz. */
export const chosenDinner = (request: Request) => cookieOf(request, "dinner")?.slice(0, 100) ?? null;

export function keepChosen({ cookies }: AppLoadContext, eventId: string): void {
  cookies.push(`dinner=${encodeURIComponent(eventId)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${week}`);
}

export function forgetChosen(request: Request, { cookies }: AppLoadContext): void {
  if (chosenDinner(request)) cookies.push("dinner=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
}
