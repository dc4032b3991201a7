import type { DepositCause } from "#app/lib/deposit-states.ts";
import { renderEmail } from "./layout.tsx";

interface RefundWords {
  to: string;
  origin: string;
  /** "3000 HUF" */
  amount: string;
  when: string;
  cause: DepositCause | null;
}

const because: Partial<Record<DepositCause, string>> = {
  "canceled-in-time": "You canceled in time, so your deposit goes back.",
  "canceled-by-club": "This dinner could not take place as we had planned it, so your deposit goes back.",
  "canceled-before-paid": "Your payment reached us after the booking was canceled, so it goes back.",
  "dinner-over": "Thank you for coming. Your deposit goes back, as it should.",
};

export const depositRefunded = ({ to, origin, amount, when, cause }: RefundWords) =>
  renderEmail({
    kind: "deposit-refunded",
    to,
    origin,
    subject: "Your deposit is on its way back",
    paragraphs: [
      (cause && because[cause]) ?? "Your deposit goes back.",
      "It is with your bank now. Most show it on the card within five to ten days.",
    ],
    facts: [
      ["Deposit", [amount]],
      ["Dinner", [when]],
    ],
    action: { label: "Book another dinner", href: `${origin}/dashboard/bookings/new` },
  });
