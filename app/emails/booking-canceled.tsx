import type { BookingEmailData } from "./booking-received.tsx";
import { renderEmail } from "./layout.tsx";

export const bookingCanceled = ({ to, origin, when, links }: Omit<BookingEmailData, "bookingId">) =>
  renderEmail({
    kind: "booking-canceled",
    to,
    origin,
    subject: "Your booking is canceled",
    paragraphs: ["You canceled, and your chair is free for somebody else. There is always another evening."],
    facts: [["When", [when]]],
    action: { label: "Book another dinner", href: `${origin}/dashboard/bookings/new` },
    links: [{ label: "Take it out of my calendar", href: links.calendar }],
  });
