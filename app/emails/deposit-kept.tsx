import type { BookingEmailData } from "./booking-received.tsx";
import { renderEmail } from "./layout.tsx";

interface DepositKeptData extends Omit<BookingEmailData, "links"> {
  /** "3000 HUF" */
  amount: string;
  isNoShow: boolean;
}

export const depositKept = ({ to, origin, bookingId, when, amount, isNoShow }: DepositKeptData) =>
  renderEmail({
    kind: "deposit-kept",
    to,
    origin,
    subject: "Your deposit stays with us",
    paragraphs: [
      isNoShow
        ? "The restaurant told us that you did not come. The others had counted on you, so your deposit is kept."
        : "You canceled less than 48 hours before dinner. The tables were made by then, so your deposit is kept.",
      "If that is wrong, please write to us.",
    ],
    facts: [
      ["Deposit", [amount]],
      ["Dinner", [when]],
    ],
    action: { label: "See the booking", href: `${origin}/dashboard/bookings/${bookingId}` },
    links: [{ label: "Write to us", href: `${origin}/contact` }],
  });
