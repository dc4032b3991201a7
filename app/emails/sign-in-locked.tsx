import type { AccountTemplate } from "./template.ts";

export const signInLocked: AccountTemplate<"sign-in-locked"> = ({ origin }) => ({
  subject: "Somebody tried to sign in to your account",
  paragraphs: [
    "Somebody typed ten wrong passwords for your account at Öten, so for a quarter of an hour nobody can sign in from a browser that is new to your account. Browsers that you have signed in from before still work.",
    "If it was you, wait, or choose a new password. If it wasn’t, there is nothing to do: nobody got in.",
  ],
  links: [{ label: "Choose a new password", href: `${origin}/forgot-password` }],
});
