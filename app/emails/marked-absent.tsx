import type { BookingTemplate } from "./template.ts";

export const markedAbsent: BookingTemplate<"marked-absent"> = ({ amount, deposit, place, when, links }) => ({
  subject: "We noted that you did not come",
  paragraphs: [
    `It was reported to us that your seat${place ? ` at ${place.name}` : ""} stayed empty.`,
    "If you were there, tell us within 7 days of this email: one sentence is enough, and a person reads it.",
    ...(deposit === "paid"
      ? [
          `Your deposit of ${amount} stays where it is until then. If we don’t hear from you, it is kept. If you tell us, it waits until we have looked at it.`,
        ]
      : []),
  ],
  facts: [["Dinner", [...(place ? [place.name] : []), when]]],
  action: { label: "I was there", href: links.contest },
});
