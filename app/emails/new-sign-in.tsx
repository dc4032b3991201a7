import { dateAndTimeOf } from "#app/lib/dates.ts";
import type { AccountTemplate } from "./template.ts";

export const newSignIn: AccountTemplate<"new-sign-in"> = (
  { origin, lastBookedCity },
  { browser, place, at },
) => ({
  subject: "A new sign-in to your account",
  paragraphs: [
    "Somebody, probably you, has signed in to your account at Öten from a browser that it was not used in before.",
  ],
  facts: [
    ["Browser", [browser]],
    ...(place ? [["Near", [place]] as [string, string[]]] : []),
    ["When", [dateAndTimeOf(new Date(at), lastBookedCity)]],
  ],
  action: { label: "See where you are signed in", href: `${origin}/dashboard/settings/security` },
  links: [{ label: "Choose a new password", href: `${origin}/forgot-password` }],
  closing:
    "If it wasn’t you, choose a new password: that signs everybody out. Then remove passkeys that you don’t recognise in your settings.",
});
