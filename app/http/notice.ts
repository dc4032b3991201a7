import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { canceledDepositSentences } from "#app/lib/booking/cancellation-terms.ts";

/** The cookie holds only a name, so that nobody can put words on the page. */
const sentences = {
  "signed-in": "Sign in successful!",
  "sign-in-first": "Sign in to see that page.",
  saved: "Saved.",
  "diet-saved": "Saved. A table that’s already made won’t change, so tell that restaurant yourself.",
  "email-changed": "Your email has been changed.",
  "recovery-stopped": "Your account keeps its email.",
  "email-works-again": "Thank you. We’ll email you again.",
  "consent-needed": "We need your consent before we can save this. Nothing was saved.",
  "account-deleted": "Your account has been deleted.",
  "consent-withdrawn": "You’ve withdrawn your consent, and we’ve deleted these answers.",
  "booking-canceled": "Your booking is canceled.",
  "booking-canceled-refund": `Your booking is canceled. ${canceledDepositSentences.refund}`,
  "booking-canceled-kept": `Your booking is canceled. ${canceledDepositSentences.kept}`,
  failed: "Something went wrong on our side. Try again in a moment.",
  "password-changed": "You have a new password, and you’re signed in.",
};

/** Shown once, on the page after a form. */
export interface Notice {
  text: string;
  isProblem: boolean;
  /** The address to which its words link. */
  href: string | null;
}

type NoticeName = keyof typeof sentences;

export const setNotice = ({ cookies }: AppLoadContext, name: NoticeName) => cookies.set("notice", name);

export function redirectWithNotice(
  context: AppLoadContext,
  name: NoticeName,
  to: string,
  init?: ResponseInit,
) {
  setNotice(context, name);
  return redirect(to, init);
}

const links: Partial<Record<NoticeName, string>> = { "sign-in-first": "/login" };

const problems: string[] = ["consent-needed", "failed"] satisfies NoticeName[];

export function takeNotice({ cookies, failure }: AppLoadContext): Notice | null {
  const name = failure?.form ? "failed" : cookies.get("notice");
  if (!name) return null;
  if (!failure?.form) cookies.delete("notice");
  if (!Object.hasOwn(sentences, name)) return null;
  const known = name as NoticeName;
  return { text: sentences[known], isProblem: problems.includes(name), href: links[known] ?? null };
}
