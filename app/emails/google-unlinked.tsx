import type { AccountTemplate } from "./template.ts";

export const googleUnlinked: AccountTemplate<"google-unlinked"> = ({ origin }) => ({
  subject: "Google was unlinked from your account",
  paragraphs: [
    "Somebody, probably you, unlinked Google from your account at Öten. You can’t sign in with it anymore.",
    "If it wasn’t you, choose a new password: that signs everybody out. Then link Google again in your settings, and remove passkeys that you don’t recognize.",
  ],
  action: { label: "Sign-in settings", href: `${origin}/dashboard/settings/security` },
  links: [{ label: "Choose a new password", href: `${origin}/forgot-password` }],
});
