import type { SeatLinks } from "./booking-links.server.ts";
import { letter } from "./layout.tsx";

export interface DinnerWords {
  to: string;
  origin: string;
  bookingId: string;
  /** "Friday, November 27, 7:00 PM" */
  when: string;
  /** What its reader may do without signing in. */
  seat: SeatLinks;
}

export const bookingReceived = ({ to, origin, bookingId, when, seat }: DinnerWords, freeUntil: string) =>
  letter({
    kind: "booking-received",
    to,
    origin,
    subject: "Your chair is kept",
    paragraphs: [
      "Thank you for booking! Two days before dinner we make the tables, and tell you whom you sit with and where.",
    ],
    facts: [["When", [when]]],
    action: { label: "See the booking", href: `${origin}/dashboard/bookings/${bookingId}` },
    links: [
      { label: "Put it in my calendar", href: seat.calendar },
      { label: "Cancel this booking", href: seat.cancel },
    ],
    closing: `Canceling is free until ${freeUntil}.`,
  });
