import type { EmailTemplate } from "./template.ts";

export const markedAbsent: EmailTemplate<"marked-absent"> = ({ amount, deposit, place, when, links }) => ({
  subject: "Did you miss dinner?",
  paragraphs: [
    `We heard that your seat${place ? ` at ${place.name}` : ""} stayed empty. If you were there, tell us within 7 days of this email. One sentence is enough, and a person reads it.`,
    ...(deposit === "paid"
      ? [
          `If we don’t hear from you, we keep your deposit of ${amount}. If you tell us, we hold it until we’ve looked.`,
        ]
      : []),
  ],
  facts: [["Dinner", [...(place ? [place.name] : []), when]]],
  action: { label: "I was there", href: links.contest },
  links: [{ label: "Rather not sit with somebody again", href: links.feedback }],
});
