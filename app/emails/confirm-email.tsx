import type { AccountTemplate } from "./template.ts";

export const confirmEmail: AccountTemplate<"confirm-email"> = ({ origin, linkToken }, { eventId }) => ({
  subject: "Confirm your email",
  paragraphs: [
    "Open the link and press the button there. Then your address is confirmed. The link works for 24 hours.",
  ],
  action: {
    label: "Confirm your email",
    href: `${origin}/auth/confirm?${new URLSearchParams({ token: linkToken, ...(eventId ? { dinner: eventId } : {}) })}`,
  },
  closing: "If you didn’t sign up, somebody mistyped their address. You can ignore this email.",
});
