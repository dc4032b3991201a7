import type { StandbyReason } from "#app/lib/standby-reasons.ts";
import { recordNote } from "./record-note.ts";
import type { BookingTemplate } from "./template.ts";

const tooFew =
  "Tables are for five, and there were not enough people for one more. If somebody cancels, you may still get a seat, until three hours before dinner. And you come first at the next dinner you book.";

const reasons: Record<StandbyReason, string> = {
  "left over": tooFew,
  full: "Every table is taken. If somebody cancels, you may still get a seat, until three hours before dinner. And you come first at the next dinner you book.",
  diet: "No restaurant of this dinner can cook for your diet, so we could not seat you there. You can cancel at no cost and book another dinner, or stay on standby: plans change.",
  price:
    "No restaurant of this dinner is within the price you chose, so we could not seat you there. You can cancel at no cost and book another dinner, or stay on standby: plans change.",
  access:
    "No restaurant of this dinner has step-free access, so we could not seat you there. You can cancel at no cost and book another dinner, or stay on standby: plans change.",
  venue:
    "No restaurant of this dinner meets all your needs together: diet, price and access. You can cancel at no cost and book another dinner, or stay on standby: plans change.",
  // The same words: this reason would tell a diner that somebody avoids them.
  rules: tooFew,
  "table closed":
    "We are sorry: the restaurant can’t use your table after all, and the other tables are full. If somebody cancels, you may still get a seat, until three hours before dinner. And you come first at the next dinner you book.",
};

export const onStandby: BookingTemplate<"on-standby"> = (
  { origin, bookingId, when, links, entriesHash },
  { reason },
) => ({
  subject: "You are on standby",
  paragraphs: [reasons[reason]],
  facts: [["When", [when]]],
  action: { label: "See the booking", href: `${origin}/dashboard/bookings/${bookingId}` },
  links: [{ label: "Cancel this booking", href: links.cancel }],
  note: recordNote(entriesHash),
});
