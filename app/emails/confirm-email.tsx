import type { AccountTemplate } from "./template.ts";

export const confirmEmail: AccountTemplate<"confirm-email"> = ({ origin, linkToken }, { eventId }) => ({
  subject: "Confirm your email",
  paragraphs: [
    "Follow the link and press the button there to confirm your address. The link works for 24 hours.",
  ],
  action: {
    label: "Confirm your email",
    href: `${origin}/auth/confirm?${new URLSearchParams({ token: linkToken, ...(eventId ? { dinner: eventId } : {}) })}`,
  },
  closing: "You didn’t sign up? Then somebody mistyped their address, and you can ignore this email.",
});
