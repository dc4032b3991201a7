import { getsPriority } from "#app/lib/priority.ts";
import { capitalize } from "#app/lib/sentence.ts";
import { costsNothing } from "./costs-nothing.ts";
import type { EmailTemplate } from "./template.ts";

export const tableDissolved: EmailTemplate<"table-dissolved"> = (booking) => ({
  subject: "Your table can’t meet tonight",
  paragraphs: [
    `We’re sorry: too many people at your table canceled, and the other tables are full. So your booking is canceled. ${costsNothing(booking)}`,
    capitalize(getsPriority),
  ],
  facts: [["When", [booking.when]]],
  action: { label: "Book Again", href: `${booking.origin}/dashboard/bookings/new` },
});
