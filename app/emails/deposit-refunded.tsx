import type { DepositCause } from "#app/lib/deposit-states.ts";
import type { BookingTemplate } from "./template.ts";

const reasons: Partial<Record<DepositCause, string>> = {
  "canceled-in-time": "You canceled in time, so your deposit goes back.",
  "canceled-by-club": "This dinner could not take place as planned, so your deposit goes back.",
  "canceled-after-move": "You canceled after we had changed your dinner, so your deposit goes back.",
  "canceled-before-paid": "Your payment reached us after the booking was canceled, so it goes back.",
  "dinner-over": "Thank you for coming. Here is your deposit back.",
};

export const depositRefunded: BookingTemplate<"deposit-refunded"> = (
  { origin, when, amount },
  { cause },
) => ({
  subject: "Your deposit is on its way back",
  paragraphs: [
    (cause && reasons[cause]) ?? "Your deposit goes back.",
    "It is with your bank now. Most show it on the card within five to ten days.",
  ],
  facts: [
    ["Deposit", [amount]],
    ["Dinner", [when]],
  ],
  action: { label: "Book another dinner", href: `${origin}/dashboard/bookings/new` },
});
