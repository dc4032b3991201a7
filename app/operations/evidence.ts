import * as z from "zod";
import { deposits } from "#app/db/schema/deposit.ts";
import {
  depositPurpose,
  describeDepositTerms,
  freeCancellationEnd,
} from "#app/lib/booking/cancellation-terms.ts";
import { formatAmount } from "#app/lib/price.ts";
import { findEvidence } from "#app/models/deposit/disputes.server.ts";
import { club } from "#club";
import { id } from "./inputs.ts";
import { defineOperation, findIdByPrefix, notFoundError, type OperationContext } from "./operation.ts";
import { formatCityTime } from "./words.ts";

const ledgerNames: Partial<Record<string, string>> = {
  paid: "the diner paid by card, at Stripe’s checkout",
  refunded: "went back to the card",
  "refund-failed": "the refund came back from the bank",
  kept: "the club kept the deposit, and wrote to the diner why",
  disputed: "the bank took it",
  "dispute-won": "the bank gave it back to the club",
};

const sources = { diner: "the diner", host: "the host", mate: "a table-mate", operator: "the club" };

/** What a bank is told, from what is stored: what was agreed and when, what was sent, who came, and what the rules are. */
async function writeEvidence({ db, env }: OperationContext, depositId: string) {
  const found = await findEvidence(db, depositId);
  if (!found) throw notFoundError("There is no such deposit.");
  const { deposit, diner, booking, disputes, reports, emails, lines } = found;
  const { currency } = deposit;
  const at = (time: Date) => `${formatCityTime(time, booking?.timeZone)} (${booking?.timeZone ?? "UTC"})`;
  const paidAt = deposit.paidAt ?? new Date(0);
  const terms = booking
    ? describeDepositTerms({
        wasMoved: booking.wasMoved,
        isFree: paidAt < freeCancellationEnd(booking),
        freeUntil: at(freeCancellationEnd(booking)),
        hasSeat: booking.confirmed && (booking.matchedAt ?? paidAt) <= paidAt,
        hasDeposit: true,
      })
    : [];
  let held = 0;
  const text = [
    `Refundable deposit of ${formatAmount(deposit.amount, currency)} for a dinner of ${club.name}, ${env.SITE_URL}`,
    `Stripe’s number of the payment: ${deposit.paymentId ?? "none"}`,
    ...disputes.map(
      ({ id, amount, reason, respondBy }) =>
        `Dispute ${id} of ${formatAmount(amount, currency)}: ${reason}${respondBy ? `, evidence until ${at(respondBy)}` : ""}`,
    ),
    "",
    "WHO BOOKED WHAT",
    diner ? `${diner.name} <${diner.email}>` : "The diner has deleted their account since.",
    diner?.confirmedAt && `Confirmed the address ${at(diner.confirmedAt)}`,
    booking &&
      `Booked ${at(booking.createdAt)} a dinner in ${booking.cityName} on ${at(booking.date)}${booking.venueName ? `, at ${booking.venueName}` : ""}. The booking is ${booking.id}.`,
    "",
    "WHAT THE DINER READ BEFORE PAYING",
    `“${[depositPurpose, ...terms].join(" ")}” This stands on the page with the button that opens Stripe’s checkout. The email after paying and the terms at ${env.SITE_URL}/terms say the same.`,
    deposit.paidAt && `Agreed to by paying it ${at(deposit.paidAt)}.`,
    "",
    "WHAT HAPPENED TO THE MONEY",
    ...lines.map(({ kind, at: time, amount }) => {
      held += amount;
      const sum = kind === "kept" ? held : Math.abs(amount);
      return ledgerNames[kind] && `${at(time)}  ${formatAmount(sum, currency)}: ${ledgerNames[kind]}`;
    }),
    "",
    "WHO CAME",
    booking?.canceledAt &&
      `The booking was canceled ${at(booking.canceledAt)}, by the ${booking.canceledByClub ? "club" : "diner"}.`,
    ...reports.map(
      ({ source, came, at: time }) =>
        `${at(time)}  ${sources[source]} said that the diner ${came ? "came" : "did not come"}`,
    ),
    booking?.attendance
      ? `Decided: the diner ${booking.attendance === "attended" ? "came" : "did not come"}.`
      : "Nothing is decided about who came.",
    "",
    "EMAILS TO THE DINER ABOUT THIS BOOKING",
    emails.length === 0 && "None is stored any longer: emails are deleted some time after they are sent.",
    ...emails.map(
      ({ kind, sentAt, createdAt }) => `${at(sentAt ?? createdAt)}  ${kind}${sentAt ? "" : ", not sent yet"}`,
    ),
    "",
    "THE RULES",
    "A diner can cancel on their page or by a link in each email, without writing to anybody. The deposit goes back when they cancel at least 48 hours before the dinner, when they have no seat, when the club changes or cancels the dinner, and the day after a dinner to which they came. It is kept when they cancel later or don’t come. Who is missing is told by email first, and has 7 days to say that they were there.",
  ];
  return { userId: diner?.id, text: text.filter((line) => typeof line === "string") };
}

export const evidence = defineOperation({
  verb: "evidence",
  arguments: "<deposit>",
  description:
    "Puts together what shows a bank that a disputed deposit was agreed: for the form at Stripe, under Disputes.",
  example: "deposit evidence 5d1f0c2a",
  concerns: "somebody",
  input: z.object({ deposit: id }),
  async run(context, { deposit: prefix }) {
    const depositId = await findIdByPrefix(context, deposits, "deposit", prefix);
    const { userId, text } = await writeEvidence(context, depositId);
    return {
      message: { quoted: [text.join("\n")] },
      data: { id: depositId, text },
      userIds: userId ? [userId] : [],
    };
  },
});
