import { renderEmail } from "./layout.tsx";

export const confirmEmail = (to: string, origin: string, token: string, eventId?: string | null) =>
  renderEmail({
    kind: "confirm-email",
    to,
    origin,
    subject: "Confirm your email",
    paragraphs: [
      "Follow the link and press the button there to confirm your address. The link works for 24 hours.",
    ],
    action: {
      label: "Confirm your email",
      href: `${origin}/auth/confirm?${new URLSearchParams({ token, ...(eventId ? { dinner: eventId } : {}) })}`,
    },
    closing: "You didn’t sign up? Then somebody mistyped their address, and you can ignore this email.",
  });
