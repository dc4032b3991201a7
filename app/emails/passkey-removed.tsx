import type { EmailTemplate } from "./template.ts";

export const passkeyRemoved: EmailTemplate<"passkey-removed"> = ({ origin }, { name }) => ({
  subject: "A passkey was removed from your account",
  paragraphs: [
    "You can’t sign in to your account at Öten with this passkey anymore. If you removed it, there’s nothing to do.",
    "If you didn’t, choose a new password: that signs everybody out. Then remove passkeys that you don’t recognize in your settings.",
  ],
  facts: [["Added with", [name]]],
  action: { label: "Sign-in settings", href: `${origin}/dashboard/settings/security` },
  links: [{ label: "Choose a new password", href: `${origin}/forgot-password` }],
});
