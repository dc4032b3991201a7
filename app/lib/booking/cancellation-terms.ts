import type { DepositState } from "#app/lib/booking/booking-states.ts";
import { eventTimes, timeBefore } from "#app/lib/event/event-times.ts";
import { formatAmount } from "#app/lib/price.ts";
import { endWithPeriod } from "#app/lib/text.ts";

/** The outcome of the deposit of a canceled booking. */
export type CanceledDeposit = "refund" | "kept";

export const canceledDepositSentences: Record<CanceledDeposit, string> = {
  refund: "We’re refunding your deposit.",
  kept: "We keep your deposit.",
};

interface RefundedDeposit {
  date: Date;
  deposit: DepositState | null;
  depositAmount: number;
  currency: string;
  refunded: number | null;
  refundReason: string | null;
}

/** "500 HUF of it went back to you. The kitchen closed early."; null if nothing went back by hand. */
export function describeRefund(
  { refunded, refundReason, ...booking }: RefundedDeposit,
  now: Date,
): string | null {
  const isPart = refunded && refunded !== booking.depositAmount && booking.deposit !== "refunded";
  const what = isPart ? `${formatAmount(refunded, booking.currency)} of it went back to you.` : "";
  const rest =
    isPart && booking.deposit === "paid" && booking.date > now
      ? describeRest(formatAmount(booking.depositAmount - refunded, booking.currency))
      : "";
  return [what, refundReason && endWithPeriod(refundReason), rest].filter(Boolean).join(" ") || null;
}

export const describeRest = (amount: string) => `We’ll refund the rest, ${amount}, the day after the dinner.`;

interface MovableEvent {
  date: Date;
  /** The club moved it after this diner had booked. */
  wasMoved: boolean;
}

/** A change by the club costs a diner nothing, so canceling is then free until the dinner begins. */
export const freeCancellationEnd = ({ date, wasMoved }: MovableEvent): Date =>
  wasMoved ? date : timeBefore(date, eventTimes.closesBeforeMs);

interface Terms {
  wasMoved: boolean;
  /** Also true for a booking that can still get a seat. */
  isFree: boolean;
  freeUntil: string;
  hasSeat: boolean;
  /** The diner has paid a deposit, or is about to. */
  hasDeposit: boolean;
}

/** On the page with the button that opens the checkout; a bank that asks for evidence is told it too. */
export const depositPurpose =
  "The refundable deposit makes sure that everybody comes. We’ll refund it to your card the day after the dinner.";

/** What canceling and staying away cost from now on, in words that stay true whenever they are read. */
export function describeDepositTerms({ wasMoved, isFree, freeUntil, hasSeat, hasDeposit }: Terms): string[] {
  const keeps = (when: string) => (hasDeposit ? [`If you ${when}, we keep your deposit.`] : []);
  if (wasMoved)
    return ["Canceling is free until the dinner begins, because we moved it.", ...keeps("don’t come")];
  if (!isFree && hasSeat) return keeps("cancel now or don’t come");
  const end = isFree ? freeUntil : "you have a seat";
  return [`Canceling is free until ${end}.`, ...keeps("cancel after that or don’t come")];
}

interface Cancellation {
  /** For a diner on standby, the time until which we look for a seat. */
  standbyUntil: string;
  /** The dinner has one, and nothing was paid. */
  isUnpaid: boolean;
  wasMoved: boolean;
  freeUntil: string;
  isFree: boolean;
  isConfirmed: boolean;
  isOnStandby: boolean;
  isPaid: boolean;
  /** It is the evening of the dinner, and the page says that the table is told. */
  isTold: boolean;
  /** A checkout is open: the diner or the bank may still finish it, and what comes after canceling is always refunded. */
  isBeingPaid: boolean;
  /** Canceling was free on standby, even after the time when it is no longer free for others. */
  cameFromStandby: boolean;
  /** "3000 HUF" */
  deposit: string;
}

/** The first sentence is what it costs. */
export function describeCancellationTerms({ isBeingPaid, ...cancellation }: Cancellation) {
  const { cost, rest } = describeCancellationCost(cancellation);
  return {
    cost,
    rest: [rest, isBeingPaid && "If a payment is on its way, we’ll refund it."].filter(Boolean).join(" "),
  };
}

function describeCancellationCost({
  freeUntil,
  standbyUntil,
  isFree,
  isConfirmed,
  isOnStandby,
  isPaid,
  isUnpaid,
  isTold,
  cameFromStandby,
  wasMoved,
  deposit: amount,
}: Omit<Cancellation, "isBeingPaid">): { cost: string; rest: string } {
  const deposit = `the deposit of ${amount}`;
  if (isOnStandby)
    return {
      cost: isPaid ? `It costs you nothing: we’ll refund ${deposit}.` : "It costs you nothing.",
      rest: `Otherwise you’re on standby until ${standbyUntil}, and we email you either way.`,
    };
  if (isFree || !isConfirmed) {
    const end = wasMoved ? "the dinner begins, because we moved it" : isFree ? freeUntil : "you have a seat";
    return {
      cost: isPaid ? `It costs you nothing: we’ll refund ${deposit}.` : "It costs you nothing.",
      rest: `Canceling is free until ${end}. Somebody else will be glad of your seat.`,
    };
  }
  const wasFree = cameFromStandby ? "while you were on standby" : `until ${freeUntil}`;
  return {
    cost: isPaid
      ? `If you cancel now, we keep ${deposit}.`
      : isUnpaid
        ? "You’ve paid no deposit, so you lose nothing."
        : "",
    rest:
      isTold && !isPaid
        ? ""
        : `Four people are expecting you. Canceling was free ${wasFree}. You can still cancel.`,
  };
}
