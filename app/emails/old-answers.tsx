import type { EmailTemplate } from "./template.ts";

export const oldAnswers: EmailTemplate<"old-answers"> = ({ origin }) => ({
  subject: "Shall we keep your answers about food?",
  paragraphs: [
    "In 30 days, we’ll delete what you told us about your diet, allergies, drinks and access. You haven’t been to a dinner for two years, and we don’t keep such answers longer than we need them.",
    "If you’d like to come again, sign in before then, and we’ll keep them. Otherwise there’s nothing to do. Your account stays, and you can answer again whenever you like.",
  ],
  action: { label: "Sign in and keep them", href: `${origin}/login` },
});
