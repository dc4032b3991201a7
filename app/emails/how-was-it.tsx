import type { EmailTemplate } from "./template.ts";

export const howWasIt: EmailTemplate<"how-was-it"> = ({
  firstName,
  weekday,
  place,
  links,
  answersUntil,
  unsubscribeUrl,
}) => ({
  subject: `How was it, ${firstName}?`,
  paragraphs: [
    `Take a minute to tell us about ${weekday}’s dinner${place ? ` at ${place.name}, table ${place.tableNumber}` : ""}, and choose who you’d like to meet again.`,
    "They only find out if they choose you, too.",
  ],
  action: { label: "Tell us how it was", href: links.feedback },
  links: [{ label: "Stop emails before and after dinners", href: unsubscribeUrl }],
  closing: `The link needs no password. It works until ${answersUntil}.`,
});
