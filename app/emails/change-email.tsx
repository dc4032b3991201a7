import type { EmailTemplate } from "./template.ts";

export const changeEmail: EmailTemplate<"change-email"> = ({ origin, linkToken }) => ({
  subject: "Confirm your new email",
  paragraphs: [
    "Open this link, and press “Use this address” there. After that, you’ll sign in to Öten with this address. The link works for 24 hours.",
  ],
  action: { label: "Confirm new address", href: `${origin}/auth/change-email?token=${linkToken}` },
  closing:
    "If you didn’t ask for this, somebody probably mistyped their own address. You can ignore this email.",
});
