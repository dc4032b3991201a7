import type { BookingTemplate } from "./template.ts";

export const bookingReceived: BookingTemplate<"booking-received"> = ({
  origin,
  bookingId,
  day,
  when,
  cityName,
  tablesMadeAt,
  freeUntil,
  links,
}) => ({
  subject: `You’re on the list for ${day}`,
  paragraphs: [
    `Thank you for booking. We’ll make the tables on ${tablesMadeAt}, and email you where you’ll sit, and with whom.`,
  ],
  facts: [
    ["When", [when]],
    ["Where", [cityName, "You’ll get the address with your table."]],
  ],
  action: { label: "See your booking", href: `${origin}/dashboard/bookings/${bookingId}` },
  links: [
    { label: "Add to my calendar", href: links.calendar },
    { label: "Cancel booking", href: links.cancel },
  ],
  closing: `Canceling is free until ${freeUntil}.`,
});
