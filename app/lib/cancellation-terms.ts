import { depositAmount, formatForints } from "./price.ts";

interface Cancellation {
  freeUntil: string;
  isFree: boolean;
  isConfirmed: boolean;
  isPaid: boolean;
}

export function describeCancellationTerms({ freeUntil, isFree, isConfirmed, isPaid }: Cancellation): string {
  const deposit = `the deposit of ${formatForints(depositAmount)}`;
  if (!isFree && !isConfirmed)
    return `You are on standby, so canceling is free${isPaid ? `: ${deposit} goes back to your card` : ""}.`;
  if (isFree)
    return isPaid
      ? `Canceling is free until ${freeUntil}: ${deposit} goes back to your card.`
      : `Canceling is free until ${freeUntil}.`;
  const kept = isPaid ? `, and ${deposit} is kept` : "";
  return `It was free until ${freeUntil}. You can still cancel${kept}: four people expect you.`;
}
