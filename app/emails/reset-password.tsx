import { renderEmail } from "./layout.tsx";

export const resetPassword = (to: string, origin: string, token: string) =>
  renderEmail({
    kind: "reset-password",
    to,
    origin,
    subject: "Choose a new password",
    paragraphs: ["Here is the link you asked for. It is good for one hour, and once."],
    action: { label: "Choose a new password", href: `${origin}/reset-password?token=${token}` },
    closing: "You didn’t ask? Then do nothing. Your password stays as it is.",
  });
