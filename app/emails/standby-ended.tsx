import { explainUnmetNeeds } from "#app/lib/standby-reasons.ts";
import type { BookingTemplate } from "./template.ts";

export const standbyEnded: BookingTemplate<"standby-ended"> = ({ origin, when, unmetNeeds, answersUrl }) => {
  const isUnsuited = unmetNeeds.length > 0;
  return {
    subject: isUnsuited ? "We had no seat for you this time" : "No seat became free this time",
    paragraphs: [
      isUnsuited
        ? `You were on standby until three hours before dinner. ${explainUnmetNeeds(unmetNeeds)} Your booking is canceled, and it costs you nothing.`
        : "You were on standby until three hours before dinner, and nobody gave up a seat that suited you. Your booking is canceled, and it costs you nothing.",
      isUnsuited
        ? "A later dinner with other restaurants may suit you, and you come first the next time you book. If your answer has changed, you can change it."
        : "The next time you book, you come first.",
    ],
    facts: [["When", [when]]],
    action: { label: "Book Again", href: `${origin}/dashboard/bookings/new` },
    ...(isUnsuited ? { links: [{ label: "Change your answer", href: answersUrl }] } : {}),
  };
};
