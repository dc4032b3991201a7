import type { DepositCause } from "#app/lib/booking/booking-states.ts";
import { describeDepositTerms, describeRest } from "#app/lib/booking/cancellation-terms.ts";
import { feedbackWindow } from "#app/lib/event/event-times.ts";
import { endWithPeriod } from "#app/lib/text.ts";
import {
  bookAgain,
  detailFacts,
  directionsAction,
  type EmailTemplates,
  faceAtNextTable,
  facesOfTable,
  invitation,
  refundTime,
  withName,
} from "./template.ts";

const reasons: Partial<Record<DepositCause, string>> = {
  "canceled-in-time": "You canceled in time, so you get a full refund.",
  "canceled-by-club": "This dinner couldn’t take place as planned, so you get a full refund.",
  "canceled-after-move": "You canceled after we’d changed your dinner, so you get a full refund.",
  "canceled-before-paid": "Your payment reached us after the booking was canceled, so you get a full refund.",
};

const itHappens = "It happens to the best of us.";

export const depositEmails = {
  "deposit-received": (booking) => ({
    ...(booking.place
      ? {
          title: `You’re all set for ${booking.weekday}`,
          subject: `You’re all set for ${booking.weekday}: you’ve paid your deposit`,
        }
      : { subject: "You’ve paid your deposit" }),
    faces: facesOfTable(booking) ?? faceAtNextTable(booking),
    lead: booking.place ? "There’s nothing else to do but look forward to it." : undefined,
    paragraphs: [
      booking.place
        ? `${withName("Thank you", booking)}. We’ll refund your deposit the day after the dinner.`
        : `${withName("Thank you", booking)}. You’re on the list for ${booking.weekday}. We’ll refund your deposit the day after the dinner, or once it’s clear that there’s no seat for you.`,
    ],
    facts: [...detailFacts(booking), ["Deposit", [`${booking.amount}, paid`]]],
    action: { label: "See your booking", href: booking.bookingUrl },
    links: [directionsAction(booking), { label: "Add to my calendar", href: booking.links.calendar }].filter(
      (link) => link !== undefined,
    ),
    says: booking.place ? "I’m glad you’re coming." : "I’m glad you booked.",
    closing: describeDepositTerms({ ...booking, hasSeat: booking.place !== null, hasDeposit: true }).join(
      " ",
    ),
    lastLinks: [{ label: "Cancel booking", href: booking.links.cancel }],
  }),
  "deposit-missed": (booking) => {
    const { origin, weekday, amount, when, whenThere, nextDinner, way, event } = booking;
    const missed = `${withName("Sorry", booking)}: your deposit of ${amount} for ${whenThere} didn’t reach us in time`;
    if (way.now >= event.closesAt)
      return {
        subject: `Your deposit for ${weekday} didn’t reach us in time`,
        houses: "street",
        paragraphs: [`${missed}, so your booking has ended. Nothing was charged.`],
        invitation,
        ...bookAgain(booking),
        says: itHappens,
      };
    const page = `${origin}/dashboard/bookings/new`;
    return {
      subject: `Would you still like to come on ${weekday}?`,
      faces: faceAtNextTable(booking),
      paragraphs: [`${missed}, so somebody else can book the seat. Nothing was charged.`],
      invitation: "You can book again as long as there are seats, and we’d be glad.",
      action: { label: "Book Again", href: page, detail: when },
      links: nextDinner
        ? [{ label: `Come on ${nextDinner.day}`, href: `${page}?event=${nextDinner.id}` }]
        : [],
      says: itHappens,
    };
  },
  "deposit-kept": (booking, { cause }) => {
    const { origin, whenThere, weekday, amount } = booking;
    const again = bookAgain(booking);
    return {
      title: cause === "no-show" ? `We missed you on ${weekday}` : "Sorry that you couldn’t come",
      subject: `${cause === "no-show" ? `We missed you on ${weekday}` : "Sorry that you couldn’t come"}: we’ve kept your deposit`,
      houses: "street",
      paragraphs: [
        cause === "no-show"
          ? `${withName("It looks like your seat stayed empty", booking)}, so we’ve kept your deposit of ${amount} for ${whenThere}.`
          : `${withName("You canceled less than 48 hours before dinner", booking)}. By then the tables were made, and one of the seats was yours. So we’ve kept your deposit of ${amount} for ${whenThere}.`,
        cause === "no-show" ? "If that’s wrong, write to us." : "If we got this wrong, write to us.",
      ],
      invitation,
      ...again,
      links: [...again.links, { label: "Write to us", href: `${origin}/contact` }],
      says: cause === "no-show" ? "I hope you’re well." : "No hard feelings. I know that plans fall through.",
    };
  },
  "deposit-refunded": (booking, { cause, amount: refunded = booking.amount, isPart, reason }) => {
    const { bookingUrl, whenThere, amount, event, way, deposit, links } = booking;
    const hasRest = isPart && deposit === "paid" && event.date > way.now;
    const isOver = cause === "dinner-over" && !reason && !isPart;
    const why = reason
      ? endWithPeriod(reason)
      : isPart
        ? ""
        : ((cause && reasons[cause]) ?? "You get a full refund.");
    const again = bookAgain(booking);
    const canChoose =
      isOver && booking.tableMates.length > 0 && way.now >= feedbackWindow(event.date, way.timeZone).opensAt;
    return {
      subject: isPart ? "We’ve refunded a part of your deposit" : "We’ve refunded your deposit",
      ...(cause === "dinner-over" && booking.tableMates.length > 0
        ? { faces: facesOfTable(booking) }
        : hasRest
          ? { faces: faceAtNextTable(booking) }
          : { houses: "street" }),
      ...(isOver ? { lead: `${withName("Thank you for coming", booking)}.` } : {}),
      paragraphs: [
        ...(why && !isOver ? [why] : []),
        ...(hasRest ? [describeRest(amount)] : []),
        `Your refund is with your bank now. ${refundTime}`,
      ],
      facts: [[isPart ? "Refund" : "Deposit", [`${refunded}, refunded`, `For ${whenThere}`]]],
      ...(hasRest
        ? { action: { label: "See your booking", href: bookingUrl } }
        : canChoose
          ? {
              action: { label: "Who would you like to meet again?", href: links.feedback },
              links: [{ ...again.action, label: "Book another dinner" }],
            }
          : { action: { ...again.action, label: "Book another dinner" } }),
      says: isOver ? "It was good to have you." : "See you at a table, I hope.",
    };
  },
} satisfies Partial<EmailTemplates>;
