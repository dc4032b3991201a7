import { recordNote } from "./record-note.ts";
import { directionsAction, tableFact, whereFact } from "./table-facts.ts";
import type { BookingFacts, BookingTemplate } from "./template.ts";

const variants = {
  seated: {
    subject: (name: string) => `Your table is ready, ${name}`,
    text: "Your booking is confirmed: five of you, one table.",
  },
  "off standby": {
    subject: (name: string) => `A seat is free for you, ${name}`,
    text: "You are off standby: your booking is confirmed, and you have a seat at a table.",
  },
  moved: {
    subject: (name: string) => `You have another table, ${name}`,
    text: "Too few people were left at your table, so you have a seat at another one. The time is the same; please look at the place.",
  },
  "moved by host": {
    subject: (name: string) => `You have another table, ${name}`,
    text: "The host moved you to another table of the same restaurant. The time and the place are the same.",
  },
  "table closed": {
    subject: (name: string) => `You have another table, ${name}`,
    text: "The restaurant can’t use your table after all, so you have a seat at another one. The time is the same; please look at the place.",
  },
  "venue changed": {
    subject: (name: string) => `Your table is somewhere else, ${name}`,
    text: "The restaurant can’t have us after all, so your table has moved to another one. The time and the people are the same.",
  },
};

const numbers = ["nobody", "one person", "two people", "three people", "four people"];

const othersExpectYou = (count: number) =>
  `${numbers[count] ?? `${count} people`} ${count === 1 ? "expects" : "expect"} you`;

function describeTerms({ wasMoved, freeUntil }: BookingFacts, reason: keyof typeof variants): string {
  if (wasMoved) return "Canceling is free until the dinner begins, because we moved it.";
  return reason === "off standby"
    ? "Canceling was free while you were on standby."
    : `Canceling was free until ${freeUntil}.`;
}

export const bookingConfirmed: BookingTemplate<"booking-confirmed"> = (booking, { reason }) => ({
  subject: variants[reason].subject(booking.firstName),
  paragraphs: [variants[reason].text],
  facts: [["When", [booking.when]], whereFact(booking), tableFact(booking, booking.shares)],
  action: directionsAction(booking),
  links: [
    { label: "See the details", href: `${booking.origin}/dashboard/bookings/${booking.bookingId}` },
    { label: "Add it to my calendar", href: booking.links.calendar },
    { label: "Cancel this booking", href: booking.links.cancel },
  ],
  closing: `${describeTerms(booking, reason)} If you can’t come after all, please cancel anyway: ${othersExpectYou(booking.tableMates.length)}, and somebody on standby may be glad of your seat.`,
  note: recordNote(booking.entriesHash),
});
