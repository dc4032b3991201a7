import type { Obstacle } from "./standby-reasons.ts";

export function bookingStatus({ confirmed, canceled }: { confirmed: boolean; canceled: boolean }) {
  if (canceled) return "Canceled" as const;
  return confirmed ? ("Confirmed" as const) : ("Pending" as const);
}

export const pendingExplanation = "Your booking is pending and we will inform you once it's confirmed.";

export const reportSources = ["diner", "host", "mate", "operator"] as const;

export type ReportSource = (typeof reportSources)[number];

export const lateMinutes = [10, 20, 30] as const;

interface Pair {
  firstName: string;
  hasAgreed: boolean;
  hasOtherAgreed: boolean;
}

/** Written for one of the two diners. It doesn't reveal whether the other has not answered or has refused. */
export const describePair = ({ firstName, hasAgreed, hasOtherAgreed }: Pair): string =>
  !hasAgreed
    ? `Would you like to sit at one table with ${firstName}?`
    : hasOtherAgreed
      ? `You come with ${firstName}: you stay together, at one table or both on standby.`
      : `You’d like to sit at one table with ${firstName}. You sit together if ${firstName} says yes, too, and you see the answer here.`;

/** A question that wasn’t answered and one that was refused look alike to the person who asked. */
export const describeRefusal = (firstName: string): string =>
  `If you’d rather not, we don’t email ${firstName}: the question just goes away.`;

export const describeObstacle = (obstacle: Obstacle, firstName: string): string =>
  `You come with ${firstName}, but ${obstacles[obstacle]}.`;

const obstacles: Record<Obstacle, string> = {
  language: "you two told us no language that you both speak",
  venue: "no restaurant of this dinner suits both of you",
  // It doesn't say whom, since the email goes to both.
  "one diner": "so far no restaurant of this dinner suits one of you, together or alone",
};

export const choiceOfObstacle =
  "So for now, we can’t seat you at one table. Come each on your own, or stay together and risk that neither of you gets a seat.";

export const changeMakers = ["operator", "software", "diner", "host"] as const;

export type ChangeMaker = (typeof changeMakers)[number];

/** Written for the diners of the event. */
export const changeMakerNames: Record<ChangeMaker, string> = {
  operator: "the club’s operator",
  software: "the software",
  diner: "a diner",
  host: "the host",
};

export const depositStates = [
  "open",
  "expired",
  "paid",
  "refunding",
  "refunded",
  "kept",
  "disputed",
] as const;

export type DepositState = (typeof depositStates)[number];

const refundCauses = [
  "canceled-in-time",
  "canceled-by-club",
  "canceled-after-move",
  "canceled-before-paid",
  "dinner-over",
  "by-hand",
  "erased",
] as const;

export const keepCauses = ["canceled-late", "no-show"] as const;

export const depositCauses = [...refundCauses, ...keepCauses] as const;

export type DepositCause = (typeof depositCauses)[number];

/** Stripe's, in the order in which they follow each other. The last four are final; "warning" is only a question of the bank. */
export const disputeStates = [
  "warning_needs_response",
  "warning_under_review",
  "needs_response",
  "under_review",
  "warning_closed",
  "prevented",
  "won",
  "lost",
] as const;

export type DisputeState = (typeof disputeStates)[number];

/** The bank has the money, and has not decided whose it is. */
export const undecidedStates: readonly DisputeState[] = ["needs_response", "under_review"];

export const ledgerKinds = [
  "opened",
  "expired",
  "paid",
  "to-refund",
  "refunded",
  "refund-failed",
  "kept",
  "parked",
  "resumed",
  "disputed",
  "dispute-won",
  "dispute-lost",
] as const;

export type LedgerKind = (typeof ledgerKinds)[number];

/** The club can choose this: a booking without a deposit then ends after two hours. */
export const onlyDepositHoldsSeat = (env: Env): boolean =>
  env.DEPOSIT_HOLDS_SEAT === "yes" && areDepositsOffered(env);

/** Deposits need Stripe's keys, or a local club in which local-stripe replaces Stripe. */
export const areDepositsOffered = (
  env: Pick<Env, "APP_ENV" | "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET">,
) => Boolean(env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET) || env.APP_ENV === "local";

interface BookingWithDeposit {
  canceled: boolean;
  standby: boolean;
  date: Date;
  deposit: DepositState | null;
  depositAmount: number;
}

export type DepositStatus = Exclude<DepositState, "open" | "expired"> | "to pay";

interface Visit {
  env: Env;
  now: Date;
  /** True if paying a deposit now could only lose it, or only have it refunded. */
  isWithoutOffer?: boolean;
}

/** The state of a paid deposit, or "to pay" if one can be paid: not on standby, which can end without a dinner. */
export function depositStatus(
  { canceled, standby, date, deposit, depositAmount }: BookingWithDeposit,
  { env, now, isWithoutOffer = false }: Visit,
): DepositStatus | null {
  if (deposit && deposit !== "open" && deposit !== "expired") return deposit;
  const isAsked = depositAmount > 0 && areDepositsOffered(env);
  return isAsked && !canceled && !standby && !isWithoutOffer && date > now ? "to pay" : null;
}
