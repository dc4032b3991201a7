import type { StandbyReason } from "#app/lib/standby-reasons.ts";
import { recordNote } from "./record-note.ts";
import type { BookingTemplate } from "./template.ts";

const tooFew =
  "Tables are for five, and there were not enough people for one more. If somebody cancels, you may still get a seat. And you come first at the next dinner you book.";

const reasons: Record<StandbyReason, string> = {
  "left over": tooFew,
  full: "Every table is taken. If somebody cancels, you may still get a seat. And you come first at the next dinner you book.",
  diet: "No restaurant of this evening can cook for your diet, so we could not seat you. You can cancel at no cost and book another dinner, or stay on standby: plans change.",
  price:
    "Every restaurant of this evening costs more than you want to spend, so we could not seat you. You can cancel at no cost and book another dinner, or stay on standby: plans change.",
  access:
    "No restaurant of this evening has a way without steps, so we could not seat you. You can cancel at no cost and book another dinner, or stay on standby: plans change.",
  venue:
    "No restaurant of this evening meets all your needs together, so we could not seat you. You can cancel at no cost and book another dinner, or stay on standby: plans change.",
  // The same words: this reason would tell a diner that somebody avoids them.
  rules: tooFew,
  "table closed":
    "We are sorry: the restaurant can’t use your table after all, and the other tables are full. If somebody cancels, you may still get a seat. And you come first at the next dinner you book.",
};

export const onStandby: BookingTemplate<"on-standby"> = (
  { origin, bookingId, when, cityName, standbyUntil, links, entriesHash },
  { reason },
) => ({
  subject: "You are on standby",
  paragraphs: [reasons[reason]],
  facts: [
    ["When", [when]],
    ["City", [cityName]],
  ],
  action: { label: "See the booking", href: `${origin}/dashboard/bookings/${bookingId}` },
  links: [{ label: "Cancel this booking", href: links.cancel }],
  closing: `We look for a seat until ${standbyUntil}. If there is none, your booking is canceled, and a deposit that you have paid goes back to your card. Canceling is free.`,
  note: recordNote(entriesHash),
});
