import type { AccountTemplate } from "./template.ts";

export const emailChanged: AccountTemplate<"email-changed"> = ({ origin }, { maskedEmail }) => ({
  subject: "Your email was changed",
  paragraphs: [
    `Your account at Öten now has the address ${maskedEmail}. We no longer write to this one.`,
    "If it was you, there is nothing to do. If it wasn’t, write to us now, so that we can give the account back to you.",
  ],
  links: [{ label: "Write to us", href: `${origin}/contact` }],
});
