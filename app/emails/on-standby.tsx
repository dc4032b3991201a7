import { explainStandby } from "#app/lib/standby-reasons.ts";
import { willBeRefunded } from "./costs-nothing.ts";
import { recordNote } from "./record-note.ts";
import type { BookingFacts, BookingTemplate } from "./template.ts";
import { listEmailStops } from "./timeline-stops.ts";

const describeNext = ({ unmetNeeds, standbyUntil }: BookingFacts) =>
  unmetNeeds.length > 0
    ? `You’re on standby until ${standbyUntil}. If your answer has changed, you can change it. A later dinner with other restaurants may suit you, too.`
    : `You get the next free seat that fits. We’ll look for a seat until ${standbyUntil}, and email you either way.`;

const describeEnd = ({ deposit, amount }: BookingFacts) =>
  `Without a seat by then, your booking is canceled${willBeRefunded(deposit) ? `, and we’ll refund your deposit of ${amount}` : ""}. You can cancel for free until then, too.`;

export const onStandby: BookingTemplate<"on-standby"> = (booking, { reason }) => {
  const { origin, bookingId, unmetNeeds, answersUrl, links, entriesHash } = booking;
  const isUnsuited = unmetNeeds.length > 0;
  return {
    subject: "You’re on standby",
    // Without the names of diets, which can say something about health or belief.
    paragraphs: [
      describeNext(booking),
      `${explainStandby(reason, unmetNeeds)} If you don’t get a seat, you’ll come first the next time you book.`,
    ],
    timeline: listEmailStops(booking, {
      standby: isUnsuited ? "no restaurant suits" : "looking",
      atDinner: isUnsuited ? undefined : "If a seat comes free for you.",
    }),
    action: { label: "See your booking", href: `${origin}/dashboard/bookings/${bookingId}` },
    links: [
      ...(isUnsuited ? [{ label: "Change your answer", href: answersUrl }] : []),
      { label: "Cancel booking", href: links.cancel },
    ],
    closing: describeEnd(booking),
    note: recordNote(entriesHash),
  };
};
