import type { DepositState } from "#app/lib/deposit-states.ts";
import { areDepositsOffered } from "./stripe.server.ts";

interface BookingWithDeposit {
  canceled: boolean;
  date: Date;
  deposit: DepositState | null;
}

const unpaidStates = [null, "open", "expired"];

/** The state of a paid deposit, or "to pay" where one can be paid. */
export function depositStatus(
  { canceled, date, deposit }: BookingWithDeposit,
  { env, now }: { env: Env; now: Date },
) {
  if (!unpaidStates.includes(deposit)) return deposit;
  return !canceled && date > now && areDepositsOffered(env) ? ("to pay" as const) : null;
}
