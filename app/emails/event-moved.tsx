import type { DinnerWords } from "./booking-received.tsx";
import { letter } from "./layout.tsx";

interface Move extends Omit<DinnerWords, "bookingId"> {
  /** The hour it was to be at. */
  was: string;
  venueName: string;
  venueAddress: string;
  mapsLink: string;
}

export const dinnerMoved = ({ to, origin, when, seat, was, venueName, venueAddress, mapsLink }: Move) =>
  letter({
    kind: "dinner-moved",
    to,
    origin,
    subject: "Your dinner has moved",
    paragraphs: [
      `The dinner you booked for ${was} has another hour or another place. You still have your chair; this is where it is.`,
    ],
    facts: [
      ["When", [when]],
      ["Where", [venueName, venueAddress]],
    ],
    action: { label: "Get Directions", href: mapsLink },
    links: [
      { label: "Put it in my calendar", href: seat.calendar },
      { label: "Cancel this booking", href: seat.cancel },
    ],
  });
