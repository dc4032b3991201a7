import type { AccountTemplate } from "./template.ts";

export const passwordChanged: AccountTemplate<"password-changed"> = ({ origin }) => ({
  subject: "Your password was changed",
  paragraphs: [
    "The password of your account at Öten has just been changed, and everyone who was signed in with it was signed out.",
    "If it was you, there is nothing to do. If it wasn’t, choose a new password now.",
  ],
  links: [{ label: "Choose a new password", href: `${origin}/forgot-password` }],
});
