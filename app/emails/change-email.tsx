import type { AccountTemplate } from "./template.ts";

export const changeEmail: AccountTemplate<"change-email"> = ({ origin, linkToken }) => ({
  subject: "Confirm your new email",
  paragraphs: [
    "Open the link and press the button there. Then this is the address of your account at Öten. The link works for 24 hours.",
  ],
  action: { label: "Use this address", href: `${origin}/auth/change-email?token=${linkToken}` },
  closing: "If you didn’t ask for this, somebody mistyped their address. You can ignore this email.",
});
