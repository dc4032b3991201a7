import type { DinnerWords } from "./booking-received.tsx";
import { letter } from "./layout.tsx";

interface Evening extends DinnerWords {
  firstName: string;
  venueName: string;
  venueAddress: string;
  mapsLink: string;
  /** The others' first names. */
  company: string[];
  shares: string[];
  freeUntil: string;
  /** What happened: the tables were made, a chair fell free, or the table they had is no more. */
  why: keyof typeof news;
}

const news = {
  seated: {
    subject: (name: string) => `Your table is set, ${name}`,
    says: "Your booking is confirmed: five of you, one table.",
  },
  "off standby": {
    subject: (name: string) => `A chair fell free, ${name}`,
    says: "You are off standby: your booking is confirmed, and a table waits for you.",
  },
  moved: {
    subject: (name: string) => `You have another table, ${name}`,
    says: "Too few were left at your table, so you have a chair at another one. The place and the hour are the same.",
  },
};

export const tableSet = ({ to, origin, bookingId, when, why, seat, ...evening }: Evening) =>
  letter({
    kind: "table-set",
    to,
    origin,
    subject: news[why].subject(evening.firstName),
    paragraphs: [news[why].says],
    facts: [
      ["When", [when]],
      ["Where", [evening.venueName, evening.venueAddress]],
      ["Your table", [listed([...evening.company, "you"]), ...evening.shares]],
    ],
    action: { label: "Get Directions", href: evening.mapsLink },
    links: [
      { label: "See the details", href: `${origin}/dashboard/bookings/${bookingId}` },
      { label: "Put it in my calendar", href: seat.calendar },
      { label: "Cancel this booking", href: seat.cancel },
    ],
    closing: `Canceling was free until ${evening.freeUntil}. If you can’t come after all, please cancel anyway: four people are waiting for you, and somebody may be glad of your chair.`,
  });

const listed = (names: string[]) => new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);
