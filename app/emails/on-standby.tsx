import { explainStandby } from "#app/lib/standby-reasons.ts";
import { recordNote } from "./record-note.ts";
import type { BookingFacts, BookingTemplate } from "./template.ts";

const chance =
  "If somebody cancels, you may still get a seat. And you come first at the next dinner you book.";

const noVenue =
  "So we could not seat you. If your answer has changed, you can change it; and a later dinner with other restaurants may suit you. You come first at the next dinner you book.";

const describeEnd = ({ unmetNeeds, standbyUntil }: BookingFacts) =>
  unmetNeeds.length > 0
    ? `You are on standby until ${standbyUntil}. Then your booking is canceled,`
    : `We look for a seat until ${standbyUntil}. If there is none, your booking is canceled,`;

export const onStandby: BookingTemplate<"on-standby"> = (booking, { reason }) => {
  const { origin, bookingId, when, cityName, unmetNeeds, answersUrl, links, entriesHash } = booking;
  const isUnsuited = unmetNeeds.length > 0;
  return {
    subject: "You are on standby",
    // Without the names of diets, which can say something about health or belief.
    paragraphs: [`${explainStandby(reason, unmetNeeds)} ${isUnsuited ? noVenue : chance}`],
    facts: [
      ["When", [when]],
      ["City", [cityName]],
    ],
    action: { label: "See the booking", href: `${origin}/dashboard/bookings/${bookingId}` },
    links: [
      ...(isUnsuited ? [{ label: "Change your answer", href: answersUrl }] : []),
      { label: "Cancel this booking", href: links.cancel },
    ],
    closing: `${describeEnd(booking)} and a deposit that you have paid goes back to your card. Canceling is free.`,
    note: recordNote(entriesHash),
  };
};
