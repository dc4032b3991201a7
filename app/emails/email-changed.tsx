import type { EmailTemplate } from "./template.ts";

export const emailChanged: EmailTemplate<"email-changed"> = ({ origin }, { maskedEmail, hadGoogle }) => ({
  subject: "Your email was changed",
  paragraphs: [
    `Your account at Öten now has the address ${maskedEmail}. We’ll write to that one from now on.`,
    ...(hadGoogle ? ["We’ve also unlinked the Google account that was linked to it."] : []),
    "If it was you, there’s nothing to do. If it wasn’t, write to us now, so that we can give you your account back.",
  ],
  links: [{ label: "Write to us", href: `${origin}/contact` }],
});
