import type { BookingTemplate } from "./template.ts";

export const tableDissolved: BookingTemplate<"table-dissolved"> = ({ origin, when }) => ({
  subject: "Your table can’t meet tonight",
  paragraphs: [
    "We are sorry: too many people at your table had to cancel, and the other tables are full. Your booking is canceled, and it costs you nothing.",
    "The next time you book, you come first.",
  ],
  facts: [["When", [when]]],
  action: { label: "Book Again", href: `${origin}/dashboard/bookings/new` },
});
