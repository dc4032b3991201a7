import type { EmailTemplate } from "./template.ts";

export const depositMissed: EmailTemplate<"deposit-missed"> = ({ origin, amount, when }) => ({
  subject: "Your seat is free again",
  paragraphs: [
    `We didn’t get your deposit of ${amount} in time, so we gave the seat back. Nothing was charged.`,
    "You can book again as long as there are seats.",
  ],
  facts: [["When", [when]]],
  action: { label: "Book Again", href: `${origin}/dashboard/bookings/new` },
});
