import type { EmailTemplate } from "./template.ts";

export const recoveryWaits: EmailTemplate<"recovery-waits"> = ({ origin }) => ({
  subject: "Your account will have this email in 72 hours",
  paragraphs: [
    "You asked us to give your account at Öten this address, because you’ve lost the old one. We’ve told the old address. If nobody stops it or signs in within 72 hours, we’ll write to you again, with a link to choose a new password.",
    "You still know your password, or can sign in another way? Then sign in and change your email in the settings: that takes a minute, and ends this.",
  ],
  closing: "If you didn’t ask for this, write to us.",
  links: [{ label: "Write to us", href: `${origin}/contact` }],
});
