import { minTableSize } from "#app/lib/table-size.ts";
import { whereFact } from "./table-facts.ts";
import type { EmailTemplate } from "./template.ts";

export const dinerNotComing: EmailTemplate<"diner-not-coming"> = (booking) => {
  const name = booking.other.firstName ?? "Somebody at your table";
  const count = booking.tableMates.length + 1;
  const next =
    count < minTableSize
      ? "We’ll look for another table with seats for all of you, and email you if we find one. If we don’t, the dinner goes on as planned."
      : `The dinner goes on as planned, with ${count} of you at the table.`;
  return {
    subject: `${name} can’t come`,
    paragraphs: [`${name} just told us. ${next}`],
    facts: [["Dinner", [booking.when]], whereFact(booking)],
    action: { label: "See who’s coming", href: booking.bookingUrl },
  };
};
