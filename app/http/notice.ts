import type { AppLoadContext } from "@remix-run/cloudflare";
import { deleteCookie, readCookie, setCookie } from "./cookies.ts";

/** The cookie holds a name only, so that nobody can put words on the page. */
const sentences = {
  "signed-in": "Sign in successful!",
  saved: "Saved.",
  "diet-saved": "Saved. Tables that are already made stay as they are.",
  "account-deleted": "Your account is deleted.",
  "consent-withdrawn": "Your consent is withdrawn, and these answers are deleted.",
  "booking-canceled": "Your booking is canceled.",
  "password-changed": "Your password is changed. You are signed in.",
};

export type NoticeName = keyof typeof sentences;

export const setNotice = (request: Request, context: AppLoadContext, name: NoticeName) =>
  setCookie(request, context, { name: "notice", value: name, maxAgeSeconds: 60 });

export function takeNotice(request: Request, context: AppLoadContext): string | null {
  const name = readCookie(request, "notice");
  if (!name) return null;
  deleteCookie(request, context, "notice");
  return Object.hasOwn(sentences, name) ? sentences[name as NoticeName] : null;
}
