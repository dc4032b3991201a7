import type { DepositState } from "#app/lib/booking/deposit-states.ts";
import type { BookingFacts } from "./template.ts";

export const willBeRefunded = (deposit: DepositState | null): boolean =>
  deposit !== null && ["paid", "refunding", "refunded"].includes(deposit);

/** Of a booking that the club had to cancel. */
export const costsNothing = ({ deposit, amount }: BookingFacts): string =>
  willBeRefunded(deposit)
    ? `It costs you nothing: we’ll refund your deposit of ${amount}.`
    : "It costs you nothing.";
