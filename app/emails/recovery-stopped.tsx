import type { EmailTemplate } from "./template.ts";

export const recoveryStopped: EmailTemplate<"recovery-stopped"> = ({ origin }, { isProved }) => ({
  subject: "The account keeps its email",
  paragraphs: [
    "Somebody told us that they had lost the email address of an account at Öten, and asked us to give it another one. The account keeps the address it has.",
    isProved
      ? "Somebody has just shown that it’s theirs: with its password, a passkey, Google, or a link that we emailed."
      : "It was stopped.",
    "If you don’t know why, write to us.",
  ],
  links: [{ label: "Write to us", href: `${origin}/contact` }],
});
