import type { EmailTemplate } from "./template.ts";

export const depositKept: EmailTemplate<"deposit-kept"> = (
  { origin, bookingUrl, when, amount },
  { cause },
) => ({
  subject: "We’ve kept your deposit",
  paragraphs: [
    cause === "no-show"
      ? "It looks like you missed the dinner, so we’ve kept your deposit."
      : "You canceled less than 48 hours before the dinner. The tables were made by then, so we’ve kept your deposit.",
    "If that’s wrong, write to us.",
  ],
  facts: [
    ["Deposit", [amount]],
    ["Dinner", [when]],
  ],
  action: { label: "See your booking", href: bookingUrl },
  links: [{ label: "Write to us", href: `${origin}/contact` }],
});
