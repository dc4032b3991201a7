import { describeLateness } from "./how-late.ts";
import type { EmailTemplate } from "./template.ts";

export const hostNote: EmailTemplate<"host-note"> = (
  { firstName, tableNumber, lateMinutes, when, venueName, pageUrl },
  { note, isChange },
) => {
  const name = firstName || "Somebody";
  const place = tableNumber ? ` at table ${tableNumber}` : "";
  const { subject, willBe } = describeLateness(name, lateMinutes, Boolean(isChange));
  return {
    subject: note === "late" ? subject : `${name} can’t come`,
    paragraphs: [
      note === "late"
        ? `Keep the seat: ${name}${place} ${willBe}.`
        : `The seat stays empty: ${name}${place} just canceled.`,
    ],
    facts: [["Dinner", [venueName, when]]],
    action: { label: "Open the host’s page", href: pageUrl },
  };
};
