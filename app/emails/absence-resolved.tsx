import type { BookingTemplate } from "./template.ts";

const depositGoesBack = ["paid", "refunding", "refunded"];

export const absenceResolved: BookingTemplate<"absence-resolved"> = (
  { origin, bookingId, amount, deposit, place, when },
  { came, wasContested },
) => ({
  subject: came
    ? "We noted that you came"
    : `It ${wasContested ? "stays" : "is"} noted that you did not come`,
  paragraphs: came
    ? [
        "We looked at it: you were there. Sorry for the trouble.",
        ...(deposit && depositGoesBack.includes(deposit)
          ? [`Your deposit of ${amount} goes back to your card. We email you when it is on its way.`]
          : []),
      ]
    : [
        wasContested
          ? "We looked at what was reported to us and at what you wrote. It stays noted that your seat was empty."
          : "We looked again at what was reported to us. It is noted that your seat was empty.",
        ...(deposit && ["paid", "kept"].includes(deposit)
          ? [`The others had counted on you, so your deposit of ${amount} is kept.`]
          : []),
      ],
  facts: [["Dinner", [...(place ? [place.name] : []), when]]],
  action: { label: "See the booking", href: `${origin}/dashboard/bookings/${bookingId}` },
  links: [{ label: "Write to us", href: `${origin}/contact` }],
});
