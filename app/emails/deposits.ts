import type { DepositCause } from "#app/lib/booking/booking-states.ts";
import { describeDepositTerms, describeRest } from "#app/lib/booking/cancellation-terms.ts";
import { endWithPeriod } from "#app/lib/text.ts";
import { type EmailTemplates, facesOfTable } from "./template.ts";

const reasons: Partial<Record<DepositCause, string>> = {
  "canceled-in-time": "You canceled in time, so you get a full refund.",
  "canceled-by-club": "This dinner couldn’t take place as planned, so you get a full refund.",
  "canceled-after-move": "You canceled after we’d changed your dinner, so you get a full refund.",
  "canceled-before-paid": "Your payment reached us after the booking was canceled, so you get a full refund.",
  "dinner-over": "Thank you for coming.",
};

export const depositEmails = {
  "deposit-received": (booking) => ({
    subject: "You’ve paid your deposit",
    paragraphs: [
      `You’re ${booking.place ? "all set" : "on the list"} for ${booking.weekday}, and there’s nothing else to do. Thank you. We’ll refund your deposit the day after the dinner.`,
    ],
    facts: [
      ["Deposit", [booking.amount]],
      ["Dinner", [booking.when]],
    ],
    action: { label: "See your booking", href: booking.bookingUrl },
    links: [{ label: "Cancel booking", href: booking.links.cancel }],
    closing: describeDepositTerms({ ...booking, hasSeat: booking.place !== null, hasDeposit: true }).join(
      " ",
    ),
  }),
  "deposit-missed": ({ origin, amount, when }) => ({
    subject: "We gave your seat back",
    paragraphs: [
      `Your deposit of ${amount} didn’t reach us in time, so somebody else can book the seat. Nothing was charged.`,
      "You can book again as long as there are seats.",
    ],
    facts: [["When", [when]]],
    action: { label: "Book Again", href: `${origin}/dashboard/bookings/new` },
  }),
  "deposit-kept": ({ origin, bookingUrl, when, weekday, amount }, { cause }) => ({
    subject: "We’ve kept your deposit",
    houses: "taken",
    facts: [
      ["Deposit", [amount]],
      ["Dinner", [when]],
    ],
    ...(cause === "no-show"
      ? {
          paragraphs: [
            `We missed you on ${weekday}.`,
            "It looks like you didn’t come, so we’ve kept your deposit. If that’s wrong, write to us.",
          ],
          action: { label: "Write to us", href: `${origin}/contact` },
          links: [
            { label: "See your booking", href: bookingUrl },
            { label: "See other dinners", href: `${origin}/events` },
          ],
        }
      : {
          paragraphs: [
            "You canceled less than 48 hours before the dinner. The tables were made by then, so we’ve kept your deposit.",
            "If that’s wrong, write to us.",
          ],
          action: { label: "See your booking", href: bookingUrl },
          links: [{ label: "Write to us", href: `${origin}/contact` }],
        }),
  }),
  "deposit-refunded": (booking, { cause, amount: refunded = booking.amount, isPart, reason }) => {
    const { origin, bookingUrl, when, amount, event, way, deposit } = booking;
    const hasRest = isPart && deposit === "paid" && event.date > way.now;
    return {
      subject: isPart ? "We’ve refunded a part of your deposit" : "We’ve refunded your deposit",
      faces: cause === "dinner-over" ? facesOfTable(booking) : undefined,
      paragraphs: [
        ...(reason
          ? [endWithPeriod(reason)]
          : isPart
            ? []
            : [(cause && reasons[cause]) ?? "You get a full refund."]),
        ...(hasRest ? [describeRest(amount)] : []),
        "Your refund is with your bank now. Most banks show it on the card within 5 to 10 days.",
      ],
      facts: [
        [isPart ? "Refund" : "Deposit", [refunded]],
        ["Dinner", [when]],
      ],
      action: hasRest
        ? { label: "See your booking", href: bookingUrl }
        : { label: "Book another dinner", href: `${origin}/dashboard/bookings/new` },
    };
  },
} satisfies Partial<EmailTemplates>;
