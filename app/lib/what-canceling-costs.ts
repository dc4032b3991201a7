import { asForints, depositAmount } from "../payments/price.ts";

interface Cancellation {
  freeUntil: string;
  isFree: boolean;
  isConfirmed: boolean;
  isPaid: boolean;
}

/** Said before a diner confirms it. */
export function whatCancelingCosts({ freeUntil, isFree, isConfirmed, isPaid }: Cancellation): string {
  const deposit = `the deposit of ${asForints(depositAmount)}`;
  if (isFree)
    return isPaid
      ? `Canceling is free until ${freeUntil}: ${deposit} goes back to your card.`
      : `Canceling is free until ${freeUntil}.`;
  const kept = isPaid ? `, and ${deposit} is kept` : "";
  const others = isConfirmed ? ": four people are waiting for you" : "";
  return `It was free until ${freeUntil}. You can still cancel${kept}${others}.`;
}
