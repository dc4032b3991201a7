import { howLate } from "./how-late.ts";
import { whereFact } from "./table-facts.ts";
import type { BookingTemplate } from "./template.ts";

export const dinerLate: BookingTemplate<"diner-late"> = (booking) => {
  const name = booking.other.firstName ?? "A diner at your table";
  return {
    subject: `${name} is running late`,
    paragraphs: [
      `${name} will be ${howLate(booking.other.lateMinutes)}. The seat stays theirs, so go ahead and order.`,
    ],
    facts: [["Dinner", [booking.when]], whereFact(booking)],
    action: {
      label: "See who is there",
      href: `${booking.origin}/dashboard/bookings/${booking.bookingId}`,
    },
  };
};
