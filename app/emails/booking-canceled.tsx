import { eveningWindows, isOpen } from "#app/lib/event/evening.ts";
import type { EmailTemplate } from "./template.ts";

export const bookingCanceled: EmailTemplate<"booking-canceled"> = ({ origin, when, links, event, way }) => ({
  subject: "Your booking is canceled",
  paragraphs: [
    isOpen(eveningWindows.cannotCome, event.date, way.now)
      ? "You’ve canceled, and we’ve told the people at your table. We hope to see you at another dinner."
      : "You’ve canceled this dinner. We hope to see you at another one.",
  ],
  facts: [["When", [when]]],
  action: { label: "Book Again", href: `${origin}/dashboard/bookings/new` },
  links: [{ label: "Remove from my calendar", href: links.calendar }],
});
