import { type StandbyReason, standbyExplanations } from "#app/lib/standby-reasons.ts";
import { recordNote } from "./record-note.ts";
import type { BookingTemplate } from "./template.ts";

const chance =
  "If somebody cancels, you may still get a seat. And you come first at the next dinner you book.";

const noVenue =
  "So we could not seat you. You can cancel at no cost and book another dinner, or stay on standby: plans change.";

const nextSentences: Record<StandbyReason, string> = {
  "left over": chance,
  full: chance,
  diet: noVenue,
  price: noVenue,
  access: noVenue,
  venue: noVenue,
  rules: chance,
  "table closed": chance,
};

export const onStandby: BookingTemplate<"on-standby"> = (
  { origin, bookingId, when, cityName, standbyUntil, links, entriesHash },
  { reason },
) => ({
  subject: "You are on standby",
  paragraphs: [`${standbyExplanations[reason]} ${nextSentences[reason]}`],
  facts: [
    ["When", [when]],
    ["City", [cityName]],
  ],
  action: { label: "See the booking", href: `${origin}/dashboard/bookings/${bookingId}` },
  links: [{ label: "Cancel this booking", href: links.cancel }],
  closing: `We look for a seat until ${standbyUntil}. If there is none, your booking is canceled, and a deposit that you have paid goes back to your card. Canceling is free.`,
  note: recordNote(entriesHash),
});
