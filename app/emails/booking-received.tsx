import { explainUnmetNeeds, standbyAtFirst, standbyUnlessSuited } from "#app/lib/booking/standby-reasons.ts";
import { listEmailStops } from "./booking-parts.ts";
import type { BookingFacts, EmailTemplate } from "./template.ts";

export const bookingReceived: EmailTemplate<"booking-received"> = (booking) => ({
  subject: `You’re on the list for ${booking.day}`,
  paragraphs: [
    ...(booking.payBy
      ? [
          `Pay the deposit of ${booking.amount} by ${booking.payBy}: until then we keep the seat for you, and after that it’s free for somebody else. We’ll refund it the day after the dinner.`,
        ]
      : []),
    `Thank you for booking. We’ll make the tables on ${booking.tablesMadeAt}. If you get a seat, we’ll email you the restaurant and who’s at your table.`,
    booking.unmetNeeds.length > 0
      ? `${explainUnmetNeeds(booking.unmetNeeds)} ${standbyUnlessSuited} You can change your answer below, or choose another dinner.`
      : standbyAtFirst,
  ],
  timeline: listEmailStops(booking, {
    atDinner:
      "If you get a seat, you’ll know the restaurant, your table and everybody’s first names by then.",
  }),
  action: booking.payBy
    ? { label: "Pay Deposit", href: `${booking.origin}/payment?booking=${booking.bookingId}` }
    : { label: "See your booking", href: booking.bookingUrl },
  links: [
    ...(booking.unmetNeeds.length > 0 ? [{ label: "Change your answer", href: booking.answersUrl }] : []),
    { label: "Add to my calendar", href: booking.links.calendar },
    { label: "Cancel booking", href: booking.links.cancel },
  ],
  closing: describeLateCancellation(booking),
});

/** The deposit is often paid after this email. */
const describeLateCancellation = ({ wasMoved, freeUntil, hasDeposits }: BookingFacts) =>
  hasDeposits && !wasMoved
    ? `After ${freeUntil}, you can still cancel, but we keep the deposit if you’ve paid one.`
    : "If you can’t come, cancel: somebody else may get your seat.";
