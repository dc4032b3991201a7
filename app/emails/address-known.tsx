import { letter } from "./letter.tsx";

export const addressKnown = (to: string, origin: string) =>
  letter({
    kind: "address-known",
    to,
    origin,
    subject: "You have an account already",
    paragraphs: [
      "Somebody, probably you, just tried to sign up at Öten with this address. It has an account, so nothing was changed.",
      `Sign in as always. If the password has slipped your mind, choose a new one: ${origin}/forgot-password`,
    ],
    action: { label: "Login", href: `${origin}/login` },
    closing: "It wasn’t you? Then you can forget about this. Your account is safe.",
  });
