import type { BookingEmailData } from "./booking-received.tsx";
import { renderEmail } from "./layout.tsx";

interface Move extends Omit<BookingEmailData, "bookingId"> {
  previousTime: string;
  venueName: string;
  venueAddress: string;
  mapsLink: string;
}

export const eventMoved = ({
  to,
  origin,
  when,
  links,
  previousTime,
  venueName,
  venueAddress,
  mapsLink,
}: Move) =>
  renderEmail({
    kind: "event-moved",
    to,
    origin,
    subject: "Your dinner has moved",
    paragraphs: [
      `The dinner you booked for ${previousTime} has another time or another place. You still have your booking; this is when and where it is now.`,
    ],
    facts: [
      ["When", [when]],
      ["Where", [venueName, venueAddress]],
    ],
    action: { label: "Get Directions", href: mapsLink },
    links: [
      { label: "Add it to my calendar", href: links.calendar },
      { label: "Cancel this booking", href: links.cancel },
    ],
  });
