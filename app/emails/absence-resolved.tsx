import { willBeRefunded } from "./costs-nothing.ts";
import type { BookingTemplate } from "./template.ts";

export const absenceResolved: BookingTemplate<"absence-resolved"> = (
  { origin, bookingId, amount, deposit, place, when },
  { came, wasContested },
) => ({
  subject: describeOutcome(came, wasContested),
  paragraphs: came
    ? [
        "We checked, and you were there. Sorry for the trouble.",
        ...(willBeRefunded(deposit)
          ? [`We’ll refund your deposit of ${amount}, and email you when it’s on its way.`]
          : []),
      ]
    : [
        wasContested
          ? "We read your message and looked again. We’ve kept our note that you didn’t come."
          : "We looked again, and noted that you didn’t come.",
        ...(deposit && ["paid", "kept"].includes(deposit) ? [`So we keep your deposit of ${amount}.`] : []),
        "If that’s wrong, write to us.",
      ],
  facts: [["Dinner", [...(place ? [place.name] : []), when]]],
  action: { label: "See your booking", href: `${origin}/dashboard/bookings/${bookingId}` },
  links: [{ label: "Write to us", href: `${origin}/contact` }],
});

function describeOutcome(came: boolean, wasContested: boolean): string {
  if (came) return "We’ve noted that you came";
  return wasContested ? "We couldn’t confirm that you came" : "We’ve noted that you didn’t come";
}
