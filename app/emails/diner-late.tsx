import { describeLateness } from "./how-late.ts";
import { whereFact } from "./table-facts.ts";
import type { EmailTemplate } from "./template.ts";

export const dinerLate: EmailTemplate<"diner-late"> = (booking, { isChange }) => {
  const name = booking.other.firstName ?? "Somebody at your table";
  const { subject, willBe } = describeLateness(name, booking.other.lateMinutes, Boolean(isChange));
  return {
    subject,
    paragraphs: [`Go ahead and order: ${name} ${willBe}. Keep the seat free.`],
    facts: [["Dinner", [booking.when]], whereFact(booking)],
    action: { label: "See who’s there", href: booking.bookingUrl },
  };
};
