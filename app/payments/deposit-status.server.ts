import { areDepositsOffered, type DepositState } from "#app/lib/booking/booking-states.ts";

interface BookingWithDeposit {
  canceled: boolean;
  standby: boolean;
  date: Date;
  deposit: DepositState | null;
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
  { canceled, standby, date, deposit }: BookingWithDeposit,
  { env, now, isWithoutOffer = false }: Visit,
): DepositStatus | null {
  if (deposit && deposit !== "open" && deposit !== "expired") return deposit;
  return !canceled && !standby && !isWithoutOffer && date > now && areDepositsOffered(env) ? "to pay" : null;
}
