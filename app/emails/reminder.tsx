import { joinNames } from "./booking-confirmed.tsx";
import type { BookingEmailData } from "./booking-received.tsx";
import { renderEmail } from "./layout.tsx";

interface ReminderData extends BookingEmailData {
  venueName: string;
  venueAddress: string;
  mapsLink: string;
  /** The others' first names. */
  tableMates: string[];
  /** Where reminders are stopped, without signing in. */
  unsubscribeUrl: string;
}

export const reminder = ({
  to,
  origin,
  bookingId,
  when,
  venueName,
  venueAddress,
  mapsLink,
  tableMates,
  links,
  unsubscribeUrl,
}: ReminderData) =>
  renderEmail({
    kind: "reminder",
    to,
    origin,
    subject: "Dinner is tomorrow",
    paragraphs: ["See you tomorrow. Come as you are; the others are as curious as you."],
    facts: [
      ["When", [when]],
      ["Where", [venueName, venueAddress]],
      ["Your table", [joinNames([...tableMates, "you"])]],
    ],
    action: { label: "Get Directions", href: mapsLink },
    links: [
      { label: "See the details", href: `${origin}/dashboard/bookings/${bookingId}` },
      { label: "Add it to my calendar", href: links.calendar },
      { label: "Cancel this booking", href: links.cancel },
      { label: "Stop these reminders", href: unsubscribeUrl },
    ],
    closing: "If you can’t come after all, please cancel: somebody on standby may be glad of your seat.",
  });
