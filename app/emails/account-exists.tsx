import { renderEmail } from "./layout.tsx";

export const accountExists = (to: string, origin: string) =>
  renderEmail({
    kind: "account-exists",
    to,
    origin,
    subject: "You have an account already",
    paragraphs: [
      "Somebody, probably you, just tried to sign up at Öten with this address. It has an account, so nothing was changed. Please sign in as usual.",
    ],
    action: { label: "Login", href: `${origin}/login` },
    links: [{ label: "I forgot my password", href: `${origin}/forgot-password` }],
    closing: "It wasn’t you? Then you can ignore this email. Your account is safe.",
  });
