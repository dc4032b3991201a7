import type { BookingTemplate } from "./template.ts";

export const bookingCanceled: BookingTemplate<"booking-canceled"> = ({ origin, when, links }) => ({
  subject: "Your booking is canceled",
  paragraphs: ["You’ve canceled, so somebody else can have the seat. We hope to see you another time."],
  facts: [["When", [when]]],
  action: { label: "Book Again", href: `${origin}/dashboard/bookings/new` },
  links: [{ label: "Remove from my calendar", href: links.calendar }],
});
