import type { BookingTemplate } from "./template.ts";

export const bookingReceived: BookingTemplate<"booking-received"> = ({
  origin,
  bookingId,
  when,
  cityName,
  tablesMadeAt,
  freeUntil,
  links,
}) => ({
  subject: "We have your booking",
  paragraphs: [
    `Thank you for booking! We make the tables on ${tablesMadeAt}, and then tell you where you will sit, and with whom.`,
  ],
  facts: [
    ["When", [when]],
    ["Where", [cityName, "You get the address with your table."]],
  ],
  action: { label: "See the booking", href: `${origin}/dashboard/bookings/${bookingId}` },
  links: [
    { label: "Add it to my calendar", href: links.calendar },
    { label: "Cancel this booking", href: links.cancel },
  ],
  closing: `Canceling is free until ${freeUntil}.`,
});
