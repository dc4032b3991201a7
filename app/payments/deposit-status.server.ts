import type { DepositState } from "#app/lib/deposit-states.ts";
import { areDepositsOffered } from "./stripe.server.ts";

interface BookingWithDeposit {
  canceled: boolean;
  standby: boolean;
  date: Date;
  deposit: DepositState | null;
}

const unpaidStates = [null, "open", "expired"];

/** The state of a paid deposit, or "to pay" where one can be paid: not on standby, which may end without a dinner. */
export function depositStatus(
  { canceled, standby, date, deposit }: BookingWithDeposit,
  { env, now }: { env: Env; now: Date },
) {
  if (!unpaidStates.includes(deposit)) return deposit;
  return !canceled && !standby && date > now && areDepositsOffered(env) ? ("to pay" as const) : null;
}
