import type { AccountTemplate } from "./template.ts";

export const resetPassword: AccountTemplate<"reset-password"> = ({ origin, linkToken }) => ({
  subject: "Choose a new password",
  paragraphs: ["Here is the link you asked for. It works once, for one hour."],
  action: { label: "Choose a new password", href: `${origin}/reset-password?token=${linkToken}` },
  closing: "You didn’t ask for it? Then you can ignore this email. Your password stays as it is.",
});
