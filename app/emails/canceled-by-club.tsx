import type { BookingEmailData } from "./booking-received.tsx";
import { renderEmail } from "./layout.tsx";

const openings = {
  dinner: "We are sorry: this dinner can’t take place. Your booking is canceled, and it costs you nothing.",
  booking: "We are sorry: we had to cancel your booking. It costs you nothing.",
};

interface Cancellation extends Omit<BookingEmailData, "bookingId"> {
  what: keyof typeof openings;
  /** A sentence by the operator. */
  because?: string | undefined;
}

export const canceledByClub = ({ to, origin, when, links, what, because }: Cancellation) =>
  renderEmail({
    kind: "canceled-by-club",
    to,
    origin,
    subject: "Your dinner is canceled",
    paragraphs: [openings[what], ...(because ? [because] : []), "The next time you book, you come first."],
    facts: [["When", [when]]],
    action: { label: "Book Again", href: `${origin}/dashboard/bookings/new` },
    links: [{ label: "Remove it from my calendar", href: links.calendar }],
  });
