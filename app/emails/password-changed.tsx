import type { AccountTemplate } from "./template.ts";

export const passwordChanged: AccountTemplate<"password-changed"> = ({ origin }, { isRemoved }) => ({
  subject: isRemoved ? "Your password was removed" : "Your password was changed",
  paragraphs: [
    isRemoved
      ? "The password of your account at Öten has just been removed. You sign in without one from now on."
      : "The password of your account at Öten has just been changed, and everyone who was signed in with the old one was signed out.",
    "If it was you, there is nothing to do. If it wasn’t, choose a new password now.",
  ],
  links: [{ label: "Choose a new password", href: `${origin}/forgot-password` }],
});
