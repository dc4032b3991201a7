import type { BookingEmailData } from "./booking-received.tsx";
import { renderEmail } from "./layout.tsx";

interface DepositReceivedData extends BookingEmailData {
  /** "3000 HUF" */
  amount: string;
  freeUntil: string;
}

export const depositReceived = ({
  to,
  origin,
  bookingId,
  when,
  links,
  amount,
  freeUntil,
}: DepositReceivedData) =>
  renderEmail({
    kind: "deposit-received",
    to,
    origin,
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
