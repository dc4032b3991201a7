import type { EmailTemplate } from "./template.ts";

export const signInLocked: EmailTemplate<"sign-in-locked"> = ({ origin }) => ({
  subject: "Somebody tried to sign in to your account",
  paragraphs: [
    "If it was you, wait 15 minutes, or choose a new password. If it wasn’t, there’s nothing to do: nobody got in.",
    "Somebody typed 10 wrong passwords for your account at Öten. For 15 minutes, nobody can sign in from a browser that’s new to your account. Browsers that you’ve used before still work.",
  ],
  links: [{ label: "Choose a new password", href: `${origin}/forgot-password` }],
});
