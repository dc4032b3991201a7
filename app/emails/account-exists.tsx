import type { EmailTemplate } from "./template.ts";

export const accountExists: EmailTemplate<"account-exists"> = ({ origin }, { forChange }) => ({
  subject: "You already have an account",
  paragraphs: [
    forChange
      ? "Somebody just asked to use this address for another account at Öten. It already has one, so nothing has changed."
      : "Just sign in: this address already has an account at Öten. Somebody tried to sign up with it again, and nothing has changed.",
  ],
  action: { label: "Login", href: `${origin}/login` },
  links: [{ label: "I forgot my password", href: `${origin}/forgot-password` }],
  closing: "If it wasn’t you, you can ignore this email. Your account is safe.",
});
