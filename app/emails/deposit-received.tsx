import type { BookingTemplate } from "./template.ts";

export const depositReceived: BookingTemplate<"deposit-received"> = ({
  origin,
  bookingId,
  when,
  links,
  amount,
  freeUntil,
}) => ({
  subject: "We have your deposit",
  paragraphs: [
    `Thank you. Your deposit of ${amount} is paid. It goes back to your card the day after dinner.`,
  ],
  facts: [
    ["Deposit", [amount, "refundable"]],
    ["Dinner", [when]],
  ],
  action: { label: "See the booking", href: `${origin}/dashboard/bookings/${bookingId}` },
  links: [{ label: "Cancel this booking", href: links.cancel }],
  closing: `Canceling is free until ${freeUntil}. After that, the deposit is kept.`,
});
