import type { BookingTemplate } from "./template.ts";

export const howWasIt: BookingTemplate<"how-was-it"> = ({
  firstName,
  weekday,
  place,
  links,
  answersUntil,
  unsubscribeUrl,
}) => ({
  subject: `How was it, ${firstName}?`,
  paragraphs: [
    `How was ${weekday}’s dinner${place ? ` at ${place.name}, table ${place.tableNumber}` : ""}? Tell us in a minute, and whom you would gladly meet again.`,
    "Whoever you choose hears of it only if they say the same.",
  ],
  action: { label: "Say how it was", href: links.feedback },
  links: [{ label: "Stop emails before and after dinners", href: unsubscribeUrl }],
  closing: `You need no password for this link. It works until ${answersUntil}.`,
});
