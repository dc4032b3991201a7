import { howLate } from "./how-late.ts";
import type { HostTemplate } from "./template.ts";

export const hostNote: HostTemplate<"host-note"> = (
  { firstName, tableNumber, lateMinutes, when, venueName, pageUrl },
  { note },
) => {
  const name = firstName || "A diner";
  const place = tableNumber ? ` at table ${tableNumber}` : "";
  return {
    subject: note === "late" ? `${name} is running late` : `${name} can’t come`,
    paragraphs: [
      note === "late"
        ? `${name}${place} will be ${howLate(lateMinutes)}. Please keep the seat.`
        : `${name}${place} canceled just now. The seat stays empty.`,
    ],
    facts: [["Dinner", [venueName, when]]],
    action: { label: "Open the host’s page", href: pageUrl },
  };
};
