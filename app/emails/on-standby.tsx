import type { BookingEmailData } from "./booking-received.tsx";
import { renderEmail } from "./layout.tsx";

const reasons = {
  seats:
    "Tables are for five, and there were not enough people for one more. If somebody cancels, you may still get a seat, until three hours before dinner. And you come first at the next dinner you book.",
  diet: "This restaurant can’t cook for your diet, so we could not seat you there. You can cancel at no cost and book another dinner, or stay on standby: plans change.",
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
