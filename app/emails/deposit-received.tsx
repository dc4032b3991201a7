import type { BookingFacts, BookingTemplate } from "./template.ts";

export const depositReceived: BookingTemplate<"deposit-received"> = (booking) => ({
  subject: "You’ve paid your deposit",
  paragraphs: ["Thank you. We’ll refund your deposit the day after the dinner."],
  facts: [
    ["Deposit", [booking.amount]],
    ["Dinner", [booking.when]],
  ],
  action: { label: "See your booking", href: `${booking.origin}/dashboard/bookings/${booking.bookingId}` },
  links: [{ label: "Cancel booking", href: booking.links.cancel }],
  closing: describeTerms(booking),
});

/** A deposit can be paid until the dinner begins. */
function describeTerms({ wasMoved, isFree, freeUntil, place }: BookingFacts): string {
  if (wasMoved) return "Canceling is free until the dinner begins, because we moved it.";
  if (!isFree && place) return "If you cancel now, or don’t come, we keep your deposit.";
  const end = isFree ? freeUntil : "you have a seat";
  return `Canceling is free until ${end}. If you cancel after that or don’t come, we keep your deposit.`;
}
