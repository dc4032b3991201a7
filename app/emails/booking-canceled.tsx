import type { BookingEmailData } from "./booking-received.tsx";
import { renderEmail } from "./layout.tsx";

export const bookingCanceled = ({ to, origin, when, links }: Omit<BookingEmailData, "bookingId">) =>
  renderEmail({
    kind: "booking-canceled",
    to,
    origin,
    subject: "Your booking is canceled",
    paragraphs: [
      "You canceled your booking, so somebody else can have the seat. We hope to see you another time.",
    ],
    facts: [["When", [when]]],
    action: { label: "Book another dinner", href: `${origin}/dashboard/bookings/new` },
    links: [{ label: "Remove it from my calendar", href: links.calendar }],
  });
