import { dateAndTimeOf } from "#app/lib/dates.ts";
import type { EmailTemplate } from "./template.ts";

export const newSignIn: EmailTemplate<"new-sign-in"> = (
  { origin, lastBookedCity },
  { browser, place, at },
) => ({
  subject: "New sign-in to your account",
  paragraphs: [
    "Your account at Öten was just opened in a new browser. If it was you, there’s nothing to do.",
  ],
  facts: [
    ["Browser", [browser]],
    ...(place ? [["Near", [place]] as [string, string[]]] : []),
    ["When", [dateAndTimeOf(new Date(at), lastBookedCity)]],
  ],
  action: { label: "See where you’re signed in", href: `${origin}/dashboard/settings/security` },
  links: [{ label: "Choose a new password", href: `${origin}/forgot-password` }],
  closing:
    "If it wasn’t you, choose a new password: that signs everybody out. Then remove passkeys that you don’t recognize in your settings.",
});
