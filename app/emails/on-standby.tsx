import type { BookingEmailData } from "./booking-received.tsx";
import { renderEmail } from "./layout.tsx";

const reasons = {
  seats:
    "Tables are of five, and this time you are among those left over. You are first in line for any chair that falls free, until three hours before dinner, and first at the next dinner you book.",
  diet: "The kitchen can’t cook for the way you eat, and we seat nobody at a table with nothing to eat. Cancel at no cost and book an evening whose kitchen can, or wait: dinners change.",
};

export const onStandby = (
  { to, origin, bookingId, when, links }: BookingEmailData,
  reason: keyof typeof reasons,
) =>
  renderEmail({
    kind: "on-standby",
    to,
    origin,
    subject: "You are on standby",
    paragraphs: [reasons[reason]],
    facts: [["When", [when]]],
    action: { label: "See the booking", href: `${origin}/dashboard/bookings/${bookingId}` },
    links: [{ label: "Cancel this booking", href: links.cancel }],
  });
