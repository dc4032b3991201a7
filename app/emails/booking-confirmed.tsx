import type { BookingEmailData } from "./booking-received.tsx";
import { renderEmail } from "./layout.tsx";

interface BookingConfirmedData extends BookingEmailData {
  firstName: string;
  venueName: string;
  venueAddress: string;
  mapsLink: string;
  /** The others' first names. */
  tableMates: string[];
  shares: string[];
  freeUntil: string;
  /** What happened: the tables were made, a chair fell free, or the table they had is no more. */
  why: keyof typeof variants;
}

const variants = {
  seated: {
    subject: (name: string) => `Your table is set, ${name}`,
    text: "Your booking is confirmed: five of you, one table.",
  },
  "off standby": {
    subject: (name: string) => `A chair fell free, ${name}`,
    text: "You are off standby: your booking is confirmed, and a table waits for you.",
  },
  moved: {
    subject: (name: string) => `You have another table, ${name}`,
    text: "Too few were left at your table, so you have a chair at another one. The place and the hour are the same.",
  },
};

export const bookingConfirmed = ({
  to,
  origin,
  bookingId,
  when,
  why,
  links,
  ...evening
}: BookingConfirmedData) =>
  renderEmail({
    kind: "booking-confirmed",
    to,
    origin,
    subject: variants[why].subject(evening.firstName),
    paragraphs: [variants[why].text],
    facts: [
      ["When", [when]],
      ["Where", [evening.venueName, evening.venueAddress]],
      ["Your table", [listed([...evening.tableMates, "you"]), ...evening.shares]],
    ],
    action: { label: "Get Directions", href: evening.mapsLink },
    links: [
      { label: "See the details", href: `${origin}/dashboard/bookings/${bookingId}` },
      { label: "Put it in my calendar", href: links.calendar },
      { label: "Cancel this booking", href: links.cancel },
    ],
    closing: `Canceling was free until ${evening.freeUntil}. If you can’t come after all, please cancel anyway: four people are waiting for you, and somebody may be glad of your chair.`,
  });

const listed = (names: string[]) => new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);
