import type { AccountTemplate } from "./template.ts";

export const accountExists: AccountTemplate<"account-exists"> = ({ origin }) => ({
  subject: "You have an account already",
  paragraphs: [
    "Somebody, probably you, just tried to use this address for an account at Öten. It has one already, so nothing was changed. Please sign in as usual.",
  ],
  action: { label: "Login", href: `${origin}/login` },
  links: [{ label: "I forgot my password", href: `${origin}/forgot-password` }],
  closing: "It wasn’t you? Then you can ignore this email. Your account is safe.",
});
