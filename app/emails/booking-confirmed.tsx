import type { BookingEmailData } from "./booking-received.tsx";
import { renderEmail } from "./layout.tsx";

export type ConfirmationReason = keyof typeof variants;

interface BookingConfirmedData extends BookingEmailData {
  firstName: string;
  venueName: string;
  venueAddress: string;
  mapsLink: string;
  /** The others' first names. */
  tableMates: string[];
  shares: string[];
  freeUntil: string;
  reason: ConfirmationReason;
}

const variants = {
  seated: {
    subject: (name: string) => `Your table is ready, ${name}`,
    text: "Your booking is confirmed: five of you, one table.",
  },
  "off standby": {
    subject: (name: string) => `A seat is free for you, ${name}`,
    text: "You are off standby: your booking is confirmed, and you have a seat at a table.",
  },
  moved: {
    subject: (name: string) => `You have another table, ${name}`,
    text: "Too few people were left at your table, so you have a seat at another one. The place and the time are the same.",
  },
};

export const bookingConfirmed = ({
  to,
  origin,
  bookingId,
  when,
  reason,
  links,
  ...data
}: BookingConfirmedData) =>
  renderEmail({
    kind: "booking-confirmed",
    to,
    origin,
    subject: variants[reason].subject(data.firstName),
    paragraphs: [variants[reason].text],
    facts: [
      ["When", [when]],
      ["Where", [data.venueName, data.venueAddress]],
      ["Your table", [joinNames([...data.tableMates, "you"]), ...data.shares]],
    ],
    action: { label: "Get Directions", href: data.mapsLink },
    links: [
      { label: "See the details", href: `${origin}/dashboard/bookings/${bookingId}` },
      { label: "Add it to my calendar", href: links.calendar },
      { label: "Cancel this booking", href: links.cancel },
    ],
    closing: `Canceling was free until ${data.freeUntil}. If you can’t come after all, please cancel anyway: four people expect you, and somebody on standby may be glad of your seat.`,
  });

export const joinNames = (names: string[]) =>
  new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);
