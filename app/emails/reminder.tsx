import type { DinnerWords } from "./booking-received.tsx";
import { letter } from "./layout.tsx";

interface Evening extends DinnerWords {
  venueName: string;
  venueAddress: string;
  mapsLink: string;
  /** The others' first names. */
  company: string[];
  /** Where reminders are stopped, without signing in. */
  stop: string;
}

export const reminder = ({
  to,
  origin,
  bookingId,
  when,
  venueName,
  venueAddress,
  mapsLink,
  company,
  seat,
  stop,
}: Evening) =>
  letter({
    kind: "reminder",
    to,
    origin,
    subject: "Dinner is tomorrow",
    paragraphs: ["Your table is laid. Come as you are; somebody at it will be as curious as you."],
    facts: [
      ["When", [when]],
      ["Where", [venueName, venueAddress]],
      ["Your table", [new Intl.ListFormat("en-US", { type: "conjunction" }).format([...company, "you"])]],
    ],
    action: { label: "Get Directions", href: mapsLink },
    links: [
      { label: "See the details", href: `${origin}/dashboard/bookings/${bookingId}` },
      { label: "Put it in my calendar", href: seat.calendar },
      { label: "Cancel this booking", href: seat.cancel },
      { label: "Stop these reminders", href: stop },
    ],
    closing: "If you can’t come after all, please cancel: somebody may be glad of your chair.",
  });
