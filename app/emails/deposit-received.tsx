import type { BookingTemplate } from "./template.ts";

export const depositReceived: BookingTemplate<"deposit-received"> = ({
  origin,
  bookingId,
  when,
  links,
  amount,
  freeUntil,
  wasMoved,
}) => ({
  subject: "You’ve paid your deposit",
  paragraphs: ["Thank you. We’ll refund your deposit the day after the dinner."],
  facts: [
    ["Deposit", [amount]],
    ["Dinner", [when]],
  ],
  action: { label: "See your booking", href: `${origin}/dashboard/bookings/${bookingId}` },
  links: [{ label: "Cancel booking", href: links.cancel }],
  closing: wasMoved
    ? "Canceling is free until the dinner begins, because we moved it."
    : `Canceling is free until ${freeUntil}. After that, we keep the deposit.`,
});
