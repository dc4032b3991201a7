import type { DepositCause, DepositState } from "#app/lib/booking/booking-states.ts";
import { longDate, monthAndDay } from "#app/lib/dates.ts";
import { formatAmount } from "#app/lib/price.ts";
import { capitalize } from "#app/lib/text.ts";
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
  eventDate: Date | null;
  timeZone: string | null;
}

const states: Record<DepositState, { tone: Tone; text: string }> = {
  open: { tone: "over", text: "Not paid yet" },
  expired: { tone: "over", text: "Never paid" },
  paid: { tone: "waiting", text: "Held" },
  refunding: { tone: "waiting", text: "Going back" },
  refunded: { tone: "over", text: "Given back" },
  kept: { tone: "good", text: "Kept" },
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
  const { id, amount, currency, state, cause, parkedAt, parkedReason } = deposit;
  const zone = deposit.timeZone ?? "UTC";
  const isParked = parkedAt !== null;
  const { paidAt, settledAt } = deposit;
  const isSettled = state === "refunded" || state === "kept";
  const sentences = [
    ...(paidAt ? [`paid ${shortDate(paidAt, zone)}`] : []),
    ...(isSettled && settledAt ? [`${states[state].text.toLowerCase()} ${shortDate(settledAt, zone)}`] : []),
    ...(cause ? [causes[cause]] : []),
  ];
  return {
    id,
    amount: formatAmount(amount, currency),
    evening: deposit.eventDate ? longDate(deposit.eventDate, zone) : "a deleted booking",
    text: [
      ...(isParked ? [`Stripe: ${parkedReason?.replace(/\.$/, "") ?? "no reason was given"}.`] : []),
      capitalize(sentences.join(", ")),
    ]
      .filter(Boolean)
      .join(" "),
    state: isParked ? { tone: "bad" as const, text: "Refund refused" } : states[state],
    isParked,
    canBeRefunded: mayRefund && (state === "paid" || state === "kept" || (state === "refunding" && isParked)),
  };
}
