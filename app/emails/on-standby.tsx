import { explainStandby, type StandbyReason } from "#app/lib/booking/standby-reasons.ts";
import { getsPriority } from "#app/lib/priority.ts";
import { listEmailStops } from "./booking-parts.ts";
import { willBeRefunded } from "./costs-nothing.ts";
import { recordNote } from "./record-note.ts";
import type { BookingFacts, EmailTemplate } from "./template.ts";

/** Without the names of diets, which can say something about health or belief. */
function describeStandby({ unmetNeeds, standbyUntil }: BookingFacts, reason: StandbyReason): string[] {
  const explanation = explainStandby(reason, unmetNeeds);
  const priority = `If you don’t get a seat, ${getsPriority}`;
  if (unmetNeeds.length > 0)
    return [
      `${explanation} You’re on standby until ${standbyUntil}.`,
      `You can change your answer below, or choose another dinner. ${priority}`,
    ];
  return [
    `You get a seat if one comes free for you. We’ll look for a seat until ${standbyUntil}, and email you either way.`,
    `${explanation} ${priority}`,
  ];
}

const describeEnd = ({ deposit, amount }: BookingFacts) =>
  `Without a seat by then, your booking is canceled${willBeRefunded(deposit) ? `, and we’ll refund your deposit of ${amount}` : ""}. You can cancel for free until then, too.`;

export const onStandby: EmailTemplate<"on-standby"> = (booking, { reason }) => {
  const { bookingUrl, unmetNeeds, answersUrl, links, entriesHash } = booking;
  const isUnsuited = unmetNeeds.length > 0;
  return {
    subject: "You’re on standby",
    paragraphs: describeStandby(booking, reason),
    timeline: listEmailStops(booking, {
      standby: isUnsuited ? "no restaurant suits" : "looking",
      atDinner: isUnsuited ? undefined : "If a seat comes free for you.",
    }),
    action: { label: "See your booking", href: bookingUrl },
    links: [
      ...(isUnsuited ? [{ label: "Change your answer", href: answersUrl }] : []),
      { label: "Cancel booking", href: links.cancel },
    ],
    closing: describeEnd(booking),
    note: recordNote(entriesHash),
  };
};
