import type { AccountTemplate } from "./template.ts";

export const passkeyRemoved: AccountTemplate<"passkey-removed"> = ({ origin }, { name }) => ({
  subject: "A passkey was removed from your account",
  paragraphs: [
    "Somebody, probably you, has removed a passkey from your account at Öten. It signs nobody in any more.",
    "If it wasn’t you, choose a new password: that signs everybody out. Then remove passkeys that you don’t recognise in your settings.",
  ],
  facts: [["Was added with", [name]]],
  action: { label: "Sign-in settings", href: `${origin}/dashboard/settings/security` },
  links: [{ label: "Choose a new password", href: `${origin}/forgot-password` }],
});
