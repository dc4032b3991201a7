import { minTableSize } from "#app/lib/table-size.ts";
import { whereFact } from "./table-facts.ts";
import type { BookingTemplate } from "./template.ts";

const numbers = ["none", "one", "two", "three", "four", "five"];

export const dinerNotComing: BookingTemplate<"diner-not-coming"> = (booking) => {
  const name = booking.other.firstName ?? "A diner at your table";
  const count = booking.tableMates.length + 1;
  const next =
    count < minTableSize
      ? "That is few for a table. If another table has seats for all of you, you move there, and we write to you; if not, the dinner goes on as planned."
      : `You are ${numbers[count]} at the table now, and the dinner goes on as planned.`;
  return {
    subject: `${name} can’t come`,
    paragraphs: [`${name} has just told us that they can’t come after all. ${next}`],
    facts: [["Dinner", [booking.when]], whereFact(booking)],
    action: {
      label: "See who is there",
      href: `${booking.origin}/dashboard/bookings/${booking.bookingId}`,
    },
  };
};
