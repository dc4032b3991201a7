import { explainUnmetNeeds, noSeatCameFree } from "#app/lib/booking/standby-reasons.ts";
import { getsPriority } from "#app/lib/priority.ts";
import { capitalize } from "#app/lib/sentence.ts";
import { costsNothing } from "./costs-nothing.ts";
import type { EmailTemplate } from "./template.ts";

export const standbyEnded: EmailTemplate<"standby-ended"> = (booking) => {
  const { origin, when, unmetNeeds, answersUrl } = booking;
  const isUnsuited = unmetNeeds.length > 0;
  const priority = capitalize(getsPriority);
  return {
    subject: "We had no seat for you this time",
    paragraphs: [
      `${isUnsuited ? explainUnmetNeeds(unmetNeeds) : noSeatCameFree} Your booking is canceled. ${costsNothing(booking)}`,
      isUnsuited ? `You can change your answer below, or choose another dinner. ${priority}` : priority,
    ],
    facts: [["When", [when]]],
    action: { label: "Book Again", href: `${origin}/dashboard/bookings/new` },
    ...(isUnsuited ? { links: [{ label: "Change your answer", href: answersUrl }] } : {}),
  };
};
