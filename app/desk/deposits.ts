import type { DepositCause, DepositState, DisputeState } from "#app/lib/booking/booking-states.ts";
import { longDate, monthAndDay } from "#app/lib/dates.ts";
import { formatAmount } from "#app/lib/price.ts";
import { capitalize } from "#app/lib/text.ts";
import { disputeNames } from "#app/operations/deposit.ts";
import type { Tone } from "./desk-parts.tsx";

interface Deposit {
  id: string;
  amount: number;
  currency: string;
  state: DepositState;
  cause: DepositCause | null;
  parkedAt: Date | null;
  parkedReason: string | null;
  createdAt: Date;
  paidAt: Date | null;
  settledAt: Date | null;
  refunded: number;
  refundReason: string | null;
  dispute: { state: DisputeState; respondBy: number | null } | null;
  eventId: string | null;
  eventDate: Date | null;
  cityName: string | null;
  timeZone: string | null;
}

const states: Record<DepositState, { tone: Tone; text: string }> = {
  open: { tone: "over", text: "Not paid yet" },
  expired: { tone: "over", text: "Never paid" },
  paid: { tone: "waiting", text: "Held" },
  refunding: { tone: "waiting", text: "Going back" },
  refunded: { tone: "over", text: "Given back" },
  kept: { tone: "good", text: "Kept" },
  disputed: { tone: "bad", text: "Disputed" },
};

const causes: Record<DepositCause, string> = {
  "canceled-in-time": "canceled in time",
  "canceled-by-club": "the club canceled",
  "canceled-after-move": "canceled after a move",
  "canceled-before-paid": "canceled before it was paid",
  "dinner-over": "came",
  "by-hand": "an operator gave it back",
  erased: "the account was deleted",
  "canceled-late": "canceled late",
  "no-show": "didn’t come",
};

/** "Nov 27" */
function shortDate(date: Date, zone: string): string {
  const { month, dayOfMonth } = monthAndDay(date, zone);
  return `${month}\u00a0${dayOfMonth}`;
}

export type DepositView = ReturnType<typeof describeDeposit>;

/** What is to be read of a deposit, and whether `deposit refund` accepts it. */
export function describeDeposit(deposit: Deposit, mayRefund: boolean) {
  const { id, amount, currency, state, cause, parkedAt, parkedReason, dispute, refunded } = deposit;
  const zone = deposit.timeZone ?? "UTC";
  const isParked = parkedAt !== null;
  const { paidAt, settledAt } = deposit;
  const isSettled = state === "refunded" || state === "kept";
  const sentences = [
    ...(paidAt ? [`paid ${shortDate(paidAt, zone)}`] : []),
    ...(isSettled && settledAt ? [`${states[state].text.toLowerCase()} ${shortDate(settledAt, zone)}`] : []),
    ...(refunded > 0 && refunded < amount ? [`${formatAmount(refunded, currency)} given back`] : []),
    ...(cause ? [causes[cause]] : []),
  ];
  const isToAnswer = dispute !== null && ["warning_needs_response", "needs_response"].includes(dispute.state);
  const until =
    isToAnswer && dispute.respondBy ? `, until ${shortDate(new Date(dispute.respondBy), zone)}` : "";
  return {
    id,
    amount: formatAmount(amount, currency),
    evening: deposit.eventDate
      ? [longDate(deposit.eventDate, zone), deposit.cityName].filter(Boolean).join(", ")
      : "a deleted booking",
    eveningId: deposit.eventId,
    text: [
      ...(isParked ? [`Stripe: ${parkedReason?.replace(/\.$/, "") ?? "no reason was given"}.`] : []),
      dispute ? `${capitalize(disputeNames[dispute.state])}${until}.` : "",
      `${capitalize(sentences.join(", "))}${deposit.refundReason ? "." : ""}`,
      deposit.refundReason ? `“${deposit.refundReason}”` : "",
    ]
      .filter(Boolean)
      .join(" "),
    state: isParked
      ? { tone: "bad" as const, text: "Refund refused" }
      : state === "disputed" && dispute?.state === "lost"
        ? { tone: "over" as const, text: "Lost" }
        : states[state],
    isParked,
    needsEvidence: mayRefund && isToAnswer,
    canBeRefunded: mayRefund && (state === "paid" || state === "kept" || (state === "refunding" && isParked)),
  };
}
