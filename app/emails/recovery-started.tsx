import type { EmailTemplate } from "./template.ts";

export const recoveryStarted: EmailTemplate<"recovery-started"> = (
  { origin, linkToken },
  { maskedEmail },
) => ({
  subject: "Somebody wants your account to have another email",
  paragraphs: [
    `Somebody told us that they have lost this address, and that your account at Öten is theirs. In 72 hours it will have the address ${maskedEmail}, and this one won’t open it anymore.`,
    "If it was you, there’s nothing to do, and don’t sign in meanwhile. If it wasn’t, stop it now. Signing in stops it too.",
  ],
  action: { label: "Stop it", href: `${origin}/stop-recovery?token=${linkToken}` },
  links: [{ label: "Write to us", href: `${origin}/contact` }],
});
