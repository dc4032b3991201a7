import { describeDepositTerms } from "#app/lib/booking/cancellation-terms.ts";
import type { EmailTemplate } from "./template.ts";

export const depositReceived: EmailTemplate<"deposit-received"> = (booking) => ({
  subject: "You’ve paid your deposit",
  paragraphs: ["Thank you. We’ll refund your deposit the day after the dinner."],
  facts: [
    ["Deposit", [booking.amount]],
    ["Dinner", [booking.when]],
  ],
  action: { label: "See your booking", href: booking.bookingUrl },
  links: [{ label: "Cancel booking", href: booking.links.cancel }],
  closing: describeDepositTerms({ ...booking, hasSeat: booking.place !== null, hasDeposit: true }).join(" "),
});
