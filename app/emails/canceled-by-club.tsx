import type { BookingEmailData } from "./booking-received.tsx";
import { renderEmail } from "./layout.tsx";

const openings = {
  dinner:
    "We have to call this dinner off, and we are sorry. Your booking is canceled, and it costs you nothing.",
  booking: "We have to take this booking back, and we are sorry. It is canceled, and it costs you nothing.",
};

interface Cancellation extends Omit<BookingEmailData, "bookingId"> {
  what: keyof typeof openings;
  /** The club's own words. */
  because?: string | undefined;
}

export const canceledByClub = ({ to, origin, when, links, what, because }: Cancellation) =>
  renderEmail({
    kind: "canceled-by-club",
    to,
    origin,
    subject: "Your dinner is canceled",
    paragraphs: [openings[what], ...(because ? [because] : []), "Next time you book you come first."],
    facts: [["When", [when]]],
    action: { label: "Book Again", href: `${origin}/dashboard/bookings/new` },
    links: [{ label: "Take it out of my calendar", href: links.calendar }],
  });
