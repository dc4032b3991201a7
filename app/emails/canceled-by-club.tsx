import { getsPriority } from "#app/lib/priority.ts";
import { capitalize, endWithPeriod } from "#app/lib/sentence.ts";
import { costsNothing } from "./costs-nothing.ts";
import type { EmailTemplate } from "./template.ts";

const variants = {
  dinner: {
    subject: "Your dinner is canceled",
    text: "We’re sorry: this dinner can’t take place, so your booking is canceled.",
  },
  booking: {
    subject: "We had to cancel your booking",
    text: "We’re sorry: we can’t give you a seat at this dinner, so your booking is canceled.",
  },
  block: {
    subject: "We canceled your booking",
    text: "We’ve blocked your account, so your booking is canceled. If you think that’s a mistake, write to us.",
  },
};

export const canceledByClub: EmailTemplate<"canceled-by-club"> = (booking, { what, because }) => ({
  subject: variants[what].subject,
  paragraphs: [
    `${variants[what].text} ${costsNothing(booking)}`,
    ...(because ? [endWithPeriod(because)] : []),
    ...(what === "block" ? [] : [capitalize(getsPriority)]),
  ],
  facts: [["When", [booking.when]]],
  ...(what === "block"
    ? { action: { label: "Contact us", href: `${booking.origin}/contact` } }
    : { action: { label: "Book Again", href: `${booking.origin}/dashboard/bookings/new` } }),
  links: [{ label: "Remove from my calendar", href: booking.links.calendar }],
});
