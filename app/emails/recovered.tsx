import type { EmailTemplate } from "./template.ts";

export const recovered: EmailTemplate<"recovered"> = ({ origin, linkToken }) => ({
  subject: "Your account has this email now",
  paragraphs: [
    "Three days ago you asked us to give your account at Öten this address. Nobody stopped it, so from now on it’s yours. Everybody is signed out, and the old password, passkeys and Google don’t open it anymore.",
    "Choose a new password to sign in. The link works once, within 3 days.",
  ],
  action: { label: "Choose a new password", href: `${origin}/reset-password?token=${linkToken}` },
});
