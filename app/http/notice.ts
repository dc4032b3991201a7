import type { AppLoadContext } from "@remix-run/cloudflare";
import { readCookie } from "./cookies.ts";

/** The cookie holds a name only, so that nobody can put words on the page. */
const sentences = {
  "signed-in": "Sign in successful!",
  saved: "Saved.",
  "account-deleted": "Your account is deleted.",
  "consent-withdrawn": "Your consent is withdrawn, and these answers are deleted.",
  "booking-canceled": "Your booking is canceled.",
  "password-changed": "Your password is changed. You are signed in.",
};

export type NoticeName = keyof typeof sentences;

export function setNotice({ cookies }: AppLoadContext, name: NoticeName): void {
  cookies.push(`notice=${name}; Path=/; HttpOnly; SameSite=Lax; Max-Age=60`);
}

export function takeNotice(request: Request, { cookies }: AppLoadContext): string | null {
  const name = readCookie(request, "notice");
  if (!name) return null;
  cookies.push("notice=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
  return Object.hasOwn(sentences, name) ? sentences[name as NoticeName] : null;
}
