import type { EmailTemplate } from "./template.ts";

export const googleUnlinked: EmailTemplate<"google-unlinked"> = ({ origin }) => ({
  subject: "Google was unlinked from your account",
  paragraphs: [
    "You can’t sign in to your account at Öten with Google anymore. If you unlinked it, there’s nothing to do.",
    "If you didn’t, choose a new password: that signs everybody out. Then link Google again in your settings, and remove passkeys that you don’t recognize.",
  ],
  action: { label: "Sign-in settings", href: `${origin}/dashboard/settings/security` },
  links: [{ label: "Choose a new password", href: `${origin}/forgot-password` }],
});
