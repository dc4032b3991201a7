import type { BookingTemplate } from "./template.ts";

export const depositKept: BookingTemplate<"deposit-kept"> = (
  { origin, bookingId, when, amount },
  { cause },
) => ({
  subject: "Your deposit stays with us",
  paragraphs: [
    cause === "no-show"
      ? "It is noted that you did not come. The others had counted on you, so your deposit is kept."
      : "You canceled less than 48 hours before dinner. The tables were made by then, so your deposit is kept.",
    "If that is wrong, please write to us.",
  ],
  facts: [
    ["Deposit", [amount]],
    ["Dinner", [when]],
  ],
  action: { label: "See the booking", href: `${origin}/dashboard/bookings/${bookingId}` },
  links: [{ label: "Write to us", href: `${origin}/contact` }],
});
