import type { DinnerWords } from "./booking-received.tsx";
import { letter } from "./letter.tsx";

interface Evening extends DinnerWords {
  firstName: string;
  venueName: string;
  venueAddress: string;
  mapsLink: string;
  /** The others' first names. */
  company: string[];
  shares: string[];
  freeUntil: string;
}

export const tableSet = ({ to, origin, bookingId, when, ...evening }: Evening) =>
  letter({
    kind: "table-set",
    to,
    origin,
    subject: `Your table is set, ${evening.firstName}`,
    paragraphs: ["Your booking is confirmed: five of you, one table."],
    facts: [
      ["When", [when]],
      ["Where", [evening.venueName, evening.venueAddress]],
      ["Your table", [listed([...evening.company, "you"]), ...evening.shares]],
    ],
    action: { label: "Get Directions", href: evening.mapsLink },
    links: [
      { label: "See the details", href: `${origin}/dashboard/bookings/${bookingId}` },
      { label: "Put it in my calendar", href: `${origin}/dashboard/bookings/${bookingId}/calendar.ics` },
      { label: "Cancel this booking", href: `${origin}/dashboard/bookings/${bookingId}/cancel` },
    ],
    closing: `Canceling was free until ${evening.freeUntil}. If you can’t come after all, please cancel anyway: four people are waiting for you, and somebody may be glad of your chair.`,
  });

const listed = (names: string[]) => new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);
