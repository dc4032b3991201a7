import type { AccountTemplate } from "./template.ts";

export const passkeyAdded: AccountTemplate<"passkey-added"> = ({ origin }, { name }) => ({
  subject: "A passkey was added to your account",
  paragraphs: [
    "Somebody, probably you, added a passkey to your account at Öten. You can now sign in with it, without your password.",
    "If it wasn’t you, remove it in your settings, choose a new password there, and sign out everywhere.",
  ],
  facts: [["Added with", [name]]],
  action: { label: "Sign-in settings", href: `${origin}/dashboard/settings/security` },
});
