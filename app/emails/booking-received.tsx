import type { BookingLinks } from "./booking-links.server.ts";
import { renderEmail } from "./layout.tsx";

export interface BookingEmailData {
  to: string;
  origin: string;
  bookingId: string;
  /** "Friday, November 27, 7:00 PM" */
  when: string;
  links: BookingLinks;
}

export const bookingReceived = (
  { to, origin, bookingId, when, links }: BookingEmailData,
  freeUntil: string,
) =>
  renderEmail({
    kind: "booking-received",
    to,
    origin,
    subject: "We have your booking",
    paragraphs: [
      "Thank you for booking! Two days before dinner we make the tables and tell you where you will sit, and with whom.",
    ],
    facts: [["When", [when]]],
    action: { label: "See the booking", href: `${origin}/dashboard/bookings/${bookingId}` },
    links: [
      { label: "Add it to my calendar", href: links.calendar },
      { label: "Cancel this booking", href: links.cancel },
    ],
    closing: `Canceling is free until ${freeUntil}.`,
  });
