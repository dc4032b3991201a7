import type { EmailTemplate } from "./template.ts";

export const passwordChanged: EmailTemplate<"password-changed"> = ({ origin }, { isRemoved }) => ({
  subject: isRemoved ? "Your password was removed" : "Your password was changed",
  paragraphs: [
    isRemoved
      ? "The password of your account at Öten was just removed. From now on you sign in without one."
      : "The password of your account at Öten was just changed. We’ve signed out everybody who used the old one.",
    "If it was you, there’s nothing to do. If it wasn’t, choose a new password now.",
  ],
  links: [{ label: "Choose a new password", href: `${origin}/forgot-password` }],
});
