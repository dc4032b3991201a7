import type { DepositCause } from "#app/lib/booking/booking-states.ts";
import { describeDepositTerms, describeRest } from "#app/lib/booking/cancellation-terms.ts";
import { feedbackWindow } from "#app/lib/event/event-times.ts";
import { endWithPeriod } from "#app/lib/text.ts";
import {
  bookAgain,
  type EmailTemplates,
  type Fact,
  faceAtFreeTable,
  facesOfTable,
  quietHouses,
  withName,
} from "./template.ts";

const reasons: Partial<Record<DepositCause, string>> = {
  "canceled-in-time": "You canceled in time, so you get a full refund.",
  "canceled-by-club": "This dinner couldn’t take place as planned, so you get a full refund.",
  "canceled-after-move": "You canceled after we’d changed your dinner, so you get a full refund.",
  "canceled-before-paid": "Your payment reached us after the booking was canceled, so you get a full refund.",
};

export const depositEmails = {
  "deposit-received": (booking) => ({
    ...(booking.place
      ? {
          title: `You’re all set for ${booking.weekday}`,
          subject: `You’re all set for ${booking.weekday}: you’ve paid your deposit`,
        }
      : { subject: "You’ve paid your deposit" }),
    faces: facesOfTable(booking) ?? faceAtFreeTable(booking),
    paragraphs: [
      `${withName("Thank you", booking)}. ${booking.place ? "" : `You’re on the list for ${booking.weekday}. `}There’s nothing else to do but look forward to it. We’ll refund your deposit the day after the dinner.`,
    ],
    facts: [
      ["Deposit", [`${booking.amount}, paid`]],
      ["When", [booking.when]],
      ...(booking.place ? [["Where", [booking.place.name]] as Fact] : []),
    ],
    action: { label: "See your booking", href: booking.bookingUrl },
    links: [{ label: "Add to my calendar", href: booking.links.calendar }],
    closing: describeDepositTerms({ ...booking, hasSeat: booking.place !== null, hasDeposit: true }).join(
      " ",
    ),
    lastLinks: [{ label: "Cancel booking", href: booking.links.cancel }],
  }),
  "deposit-missed": (booking) => ({
    subject: `Would you still like to come on ${booking.weekday}?`,
    houses: quietHouses(booking),
    paragraphs: [
      `${withName("Sorry", booking)}: your deposit of ${booking.amount} for ${booking.when} didn’t reach us in time, so somebody else can book the seat. Nothing was charged.`,
      "You can book again as long as there are seats, and we’d be glad.",
    ],
    action: { label: "Book Again", href: `${booking.origin}/dashboard/bookings/new` },
    ...(booking.nextDinner
      ? {
          links: [
            {
              label: `Come on ${booking.nextDinner.day}`,
              href: `${booking.origin}/dashboard/bookings/new?event=${booking.nextDinner.id}`,
            },
          ],
        }
      : {}),
  }),
  "deposit-kept": (booking, { cause }) => {
    const { origin, when, weekday, amount } = booking;
    const again = bookAgain(booking);
    return {
      subject: "We’ve kept your deposit",
      houses: quietHouses(booking),
      paragraphs:
        cause === "no-show"
          ? [
              `${withName(`We missed you on ${weekday}`, booking)}. It looks like you didn’t come, so we’ve kept your deposit. If that’s wrong, write to us.`,
              "Things happen. You’re welcome at another dinner.",
            ]
          : [
              `${withName("Sorry that it didn’t work out", booking)}. You canceled less than 48 hours before the dinner. The tables were made by then, so we’ve kept your deposit.`,
              "You’re welcome at another dinner. If we got this wrong, write to us.",
            ],
      facts: [["Deposit", [`${amount}, kept`, when]]],
      ...again,
      links: [{ label: "Write to us", href: `${origin}/contact` }, ...again.links],
    };
  },
  "deposit-refunded": (booking, { cause, amount: refunded = booking.amount, isPart, reason }) => {
    const { bookingUrl, when, amount, event, way, deposit, links } = booking;
    const hasRest = isPart && deposit === "paid" && event.date > way.now;
    const isOver = cause === "dinner-over" && !reason && !isPart;
    const why = reason
      ? endWithPeriod(reason)
      : isPart
        ? ""
        : ((cause && reasons[cause]) ?? "You get a full refund.");
    const again = bookAgain(booking);
    return {
      subject: isPart ? "We’ve refunded a part of your deposit" : "We’ve refunded your deposit",
      ...(cause === "dinner-over" && booking.tableMates.length > 0
        ? { faces: facesOfTable(booking) }
        : { houses: quietHouses(booking) }),
      paragraphs: [
        ...(isOver
          ? [`${withName("Thank you for coming", booking)}. It was good to have you.`]
          : why
            ? [why]
            : []),
        ...(hasRest ? [describeRest(amount)] : []),
        "Your refund is with your bank now. Most banks show it on the card within 5 to 10 days.",
      ],
      facts: [[isPart ? "Refund" : "Deposit", [`${refunded}, refunded`, when]]],
      ...(hasRest
        ? { action: { label: "See your booking", href: bookingUrl } }
        : {
            ...again,
            action: { ...again.action, label: "Book another dinner" },
            links:
              isOver &&
              booking.tableMates.length > 0 &&
              way.now >= feedbackWindow(event.date, way.timeZone).opensAt
                ? [{ label: "Who would you like to meet again?", href: links.feedback }]
                : [],
          }),
    };
  },
} satisfies Partial<EmailTemplates>;
