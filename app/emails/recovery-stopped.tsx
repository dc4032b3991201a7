import type { EmailTemplate } from "./template.ts";

export const recoveryStopped: EmailTemplate<"recovery-stopped"> = ({ origin }) => ({
  subject: "The account keeps its email",
  paragraphs: [
    "The account at Öten that was to have another email keeps the one it has, because it was stopped.",
    "If you don’t know why, write to us.",
  ],
  links: [{ label: "Write to us", href: `${origin}/contact` }],
});
