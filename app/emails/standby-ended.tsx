import { explainUnmetNeeds } from "#app/lib/standby-reasons.ts";
import { comesFirst, costsNothing } from "./costs-nothing.ts";
import type { BookingTemplate } from "./template.ts";

export const standbyEnded: BookingTemplate<"standby-ended"> = (booking) => {
  const { origin, when, unmetNeeds, answersUrl } = booking;
  const isUnsuited = unmetNeeds.length > 0;
  return {
    subject: "We had no seat for you this time",
    paragraphs: [
      `${isUnsuited ? explainUnmetNeeds(unmetNeeds) : "No seat that fits became free."} Your booking is canceled. ${costsNothing(booking)}`,
      isUnsuited ? `You can change your answer below, or choose another dinner. ${comesFirst}` : comesFirst,
    ],
    facts: [["When", [when]]],
    action: { label: "Book Again", href: `${origin}/dashboard/bookings/new` },
    ...(isUnsuited ? { links: [{ label: "Change your answer", href: answersUrl }] } : {}),
  };
};
