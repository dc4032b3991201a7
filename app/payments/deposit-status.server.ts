import type { DepositState } from "#app/lib/deposit-states.ts";
import { areDepositsOffered } from "./stripe.server.ts";

interface Booked {
  canceled: boolean;
  date: Date;
  deposit: DepositState | null;
}

const unpaid = [null, "open", "expired"];

/** What a booking's card says of its deposit: what became of one that was paid, or that there is one to pay. */
export function depositStatus({ canceled, date, deposit }: Booked, { env, now }: { env: Env; now: Date }) {
  if (!unpaid.includes(deposit)) return deposit;
  return !canceled && date > now && areDepositsOffered(env) ? ("to pay" as const) : null;
}
