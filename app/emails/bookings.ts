import { describeDepositTerms } from "#app/lib/booking/cancellation-terms.ts";
import { listEmailStops } from "./booking-parts.ts";
import { recordNote } from "./record-note.ts";
import { directionsAction, tableFact, whereFact } from "./table-facts.ts";
import type { EmailTemplate } from "./template.ts";

const variants = {
  seated: {
    subject: (name: string) => `Your table is ready, ${name}`,
    text: "Your booking is confirmed: five of you, one table.",
  },
  "off standby": {
    subject: (name: string) => `You have a seat, ${name}`,
    text: "You’re off standby: a seat came free, and your booking is confirmed.",
  },
  moved: {
    subject: (name: string) => `You’ve been moved to another table, ${name}`,
    text: "Check the place below: you’re at another table now. Tables change, mostly because people cancel. The time is the same.",
  },
  "moved by host": {
    subject: (name: string) => `You’ve been moved to another table, ${name}`,
    text: "The host moved you to another table of the same restaurant. The time is the same.",
  },
  "table closed": {
    subject: (name: string) => `You’ve been moved to another table, ${name}`,
    text: "Check the place below: the restaurant can’t use your table after all, so you’re at another one. The time is the same.",
  },
  "venue changed": {
    subject: (name: string) => `Your table moved to another restaurant, ${name}`,
    text: "Check the place below: your table has moved to another restaurant. The time and the people are the same.",
  },
};

type Reason = keyof typeof variants;

/** Who has seen the way to the table needs no second look at it. */
const showsWay = new Set<Reason>(["seated", "off standby"]);

const countPeople = (count: number) =>
  count === 1 ? "1 person is counting on you" : `${count} people are counting on you`;

export const bookingConfirmed: EmailTemplate<"booking-confirmed"> = (booking, { reason }) => ({
  subject: variants[reason].subject(booking.firstName),
  paragraphs: [variants[reason].text],
  facts: [["When", [booking.when]], whereFact(booking), tableFact(booking, booking.shares)],
  action: directionsAction(booking),
  links: [
    { label: "See the details", href: booking.bookingUrl },
    { label: "Add to my calendar", href: booking.links.calendar },
    { label: "Cancel booking", href: booking.links.cancel },
  ],
  timeline: showsWay.has(reason)
    ? listEmailStops(booking, {
        cameFromStandby: reason === "off standby",
        atDinner: booking.place?.name,
      })
    : [],
  closing: [
    ...(reason === "off standby" && !booking.isFree ? ["Canceling was free while you were on standby."] : []),
    ...describeDepositTerms({ ...booking, hasSeat: true, hasDeposit: booking.deposit === "paid" }),
    `If you can’t come, cancel, even late: ${countPeople(booking.tableMates.length)}, and somebody on standby may get your seat.`,
  ].join(" "),
  note: recordNote(booking.entriesHash),
});
