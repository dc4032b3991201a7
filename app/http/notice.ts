import type { AppLoadContext } from "@remix-run/cloudflare";
import { readCookie } from "./cookies.ts";

/** The sentences a page may be greeted with. The cookie carries a name, never words. */
const sentences = {
  "signed-in": "Sign in successful!",
  saved: "Saved.",
  "account-deleted": "Your account is deleted. Goodbye, and eat well.",
  "booking-canceled": "Your booking is canceled.",
  "password-changed": "Your password is changed. You are signed in.",
};

export type NoticeName = keyof typeof sentences;

/** Said on the next page, whichever it is. */
export function setNotice({ cookies }: AppLoadContext, name: NoticeName): void {
  cookies.push(`notice=${name}; Path=/; HttpOnly; SameSite=Lax; Max-Age=60`);
}

/** What the last page left to be said, once. */
export function takeNotice(request: Request, { cookies }: AppLoadContext): string | null {
  const name = readCookie(request, "notice");
  if (!name) return null;
  cookies.push("notice=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
  return Object.hasOwn(sentences, name) ? sentences[name as NoticeName] : null;
}
