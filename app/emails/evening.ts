import { willBeRefunded } from "./costs-nothing.ts";
import type { EmailTemplate } from "./template.ts";

export const absenceResolved: EmailTemplate<"absence-resolved"> = (
  { origin, bookingUrl, amount, deposit, place, when },
  { came, wasContested },
) => ({
  subject: describeOutcome(came, wasContested),
  paragraphs: came
    ? [
        "We checked, and you came to the dinner. Sorry for the mix-up.",
        ...(willBeRefunded(deposit)
          ? [`We’ll refund your deposit of ${amount}, and email you when it’s on its way.`]
          : []),
      ]
    : [
        wasContested
          ? "We read your message and looked again. We found nothing that shows you were there."
          : "We looked again, and heard that your seat stayed empty.",
        ...(deposit && ["paid", "kept"].includes(deposit) ? [`So we keep your deposit of ${amount}.`] : []),
        "If that’s wrong, write to us.",
      ],
  facts: [["Dinner", [...(place ? [place.name] : []), when]]],
  action: { label: "See your booking", href: bookingUrl },
  links: [{ label: "Write to us", href: `${origin}/contact` }],
});

function describeOutcome(came: boolean, wasContested: boolean): string {
  if (came) return "You were there";
  return wasContested ? "We couldn’t confirm that you came" : "It looks like you missed dinner";
}
