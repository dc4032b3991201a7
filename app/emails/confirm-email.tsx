import { renderEmail } from "./layout.tsx";

export const confirmEmail = (to: string, origin: string, token: string, dinner?: string | null) =>
  renderEmail({
    kind: "confirm-email",
    to,
    origin,
    subject: "Confirm your email",
    paragraphs: [
      "Follow the link, press the button there, and your seat at Öten is yours. The link is good for 24 hours.",
    ],
    action: {
      label: "Confirm your email",
      href: `${origin}/auth/confirm?${new URLSearchParams({ token, ...(dinner ? { dinner } : {}) })}`,
    },
    closing: "You didn’t sign up? Then somebody mistyped their address. Do nothing, and nothing happens.",
  });
