import type { EmailTemplate } from "./template.ts";

export const resetPassword: EmailTemplate<"reset-password"> = ({ origin, linkToken }) => ({
  subject: "Choose a new password",
  paragraphs: ["Here’s the link you asked for. It works once, within 1 hour."],
  action: { label: "Choose a new password", href: `${origin}/reset-password?token=${linkToken}` },
  closing: "If you didn’t ask for this, you can ignore this email. Your password stays as it is.",
});
