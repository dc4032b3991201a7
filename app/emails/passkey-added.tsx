import type { EmailTemplate } from "./template.ts";

export const passkeyAdded: EmailTemplate<"passkey-added"> = ({ origin }, { name }) => ({
  subject: "A passkey was added to your account",
  paragraphs: [
    "You can now sign in to your account at Öten with this passkey, without your password. If you added it, there’s nothing to do.",
    "If you didn’t, remove it in your settings, choose a new password there, and sign out everywhere.",
  ],
  facts: [["Added with", [name]]],
  action: { label: "Sign-in settings", href: `${origin}/dashboard/settings/security` },
});
