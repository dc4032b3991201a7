import { letter } from "./letter.tsx";

export const passwordChanged = (origin: string) =>
  letter({
    kind: "password-changed",
    to: "",
    origin,
    subject: "Your password was changed",
    paragraphs: [
      "The password of your account at Öten has just been changed, and everyone who was signed in with it was signed out.",
    ],
    closing: `It wasn’t you? Choose a new one at once: ${origin}/forgot-password`,
  });
