import type { AccountTemplate } from "./template.ts";

export const changeEmail: AccountTemplate<"change-email"> = ({ origin, linkToken }) => ({
  subject: "Confirm your new email",
  paragraphs: [
    "Follow the link and press the button there to use this address for your account at Öten. The link works for 24 hours.",
  ],
  action: { label: "Use this address", href: `${origin}/auth/change-email?token=${linkToken}` },
  closing: "You didn’t ask for it? Then somebody mistyped their address, and you can ignore this email.",
});
