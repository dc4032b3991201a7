import type { BookingTemplate } from "./template.ts";

export const standbyEnded: BookingTemplate<"standby-ended"> = ({ origin, when }) => ({
  subject: "No seat became free this time",
  paragraphs: [
    "You were on standby until three hours before dinner, and nobody gave up their seat. Your booking is canceled, and it costs you nothing.",
    "The next time you book, you come first.",
  ],
  facts: [["When", [when]]],
  action: { label: "Book Again", href: `${origin}/dashboard/bookings/new` },
});
