import type { DinnerWords } from "./booking-received.tsx";
import { letter } from "./layout.tsx";

interface ReceiptWords extends DinnerWords {
  /** "3000 HUF" */
  amount: string;
  freeUntil: string;
}

export const depositReceived = ({ to, origin, bookingId, when, seat, amount, freeUntil }: ReceiptWords) =>
  letter({
    kind: "deposit-received",
    to,
    origin,
    subject: "We have your deposit",
    paragraphs: [
      `Thank you. Your deposit of ${amount} is paid, and your chair is as good as taken. It goes back to your card the day after dinner.`,
    ],
    facts: [
      ["Deposit", [amount, "refundable"]],
      ["Dinner", [when]],
    ],
    action: { label: "See the booking", href: `${origin}/dashboard/bookings/${bookingId}` },
    links: [{ label: "Cancel this booking", href: seat.cancel }],
    closing: `Canceling is free until ${freeUntil}. After that, the deposit is kept.`,
  });
