import type { DepositCause } from "#app/lib/booking/deposit-states.ts";
import type { EmailTemplate } from "./template.ts";

const reasons: Partial<Record<DepositCause, string>> = {
  "canceled-in-time": "You canceled in time, so you get a full refund.",
  "canceled-by-club": "This dinner couldn’t take place as planned, so you get a full refund.",
  "canceled-after-move": "You canceled after we’d changed your dinner, so you get a full refund.",
  "canceled-before-paid": "Your payment reached us after the booking was canceled, so you get a full refund.",
  "dinner-over": "Thank you for coming.",
};

export const depositRefunded: EmailTemplate<"deposit-refunded"> = ({ origin, when, amount }, { cause }) => ({
  subject: "We’ve refunded your deposit",
  paragraphs: [
    "It’s with your bank now. Most banks show it on the card within 5 to 10 days.",
    (cause && reasons[cause]) ?? "You get a full refund.",
  ],
  facts: [
    ["Deposit", [amount]],
    ["Dinner", [when]],
  ],
  action: { label: "Book another dinner", href: `${origin}/dashboard/bookings/new` },
});
