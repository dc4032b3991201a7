import type { EmailTemplate } from "./template.ts";

export const confirmEmail: EmailTemplate<"confirm-email"> = ({ origin, linkToken }, { eventId }) => ({
  subject: "Confirm your email",
  paragraphs: [
    "Open this link and press “Take the Quiz” to confirm your address. In another browser, you choose a new password afterwards. The link works for 24 hours.",
  ],
  action: {
    label: "Confirm your email",
    href: `${origin}/auth/confirm?${new URLSearchParams({ token: linkToken, ...(eventId ? { dinner: eventId } : {}) })}`,
  },
  closing: "If you didn’t sign up, somebody probably mistyped their own address. You can ignore this email.",
});
